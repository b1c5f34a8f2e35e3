#include <stdio.h>

#define PEOPLE 20001
#define FRIENDSHIPS 40000

/* The friends of p are a chain: first[p], then next[] of it, ... ; 0 ends it. */
static int first[PEOPLE], next[2 * FRIENDSHIPS + 1], who[2 * FRIENDSHIPS + 1];
static int day[PEOPLE], queue[PEOPLE];

int main(void)
{
    int n, m, k, head = 0, tail = 0, used = 0;
    if (scanf("%d %d %d", &n, &m, &k) != 3)
        return 1;
    for (int p = 1; p <= n; p++)
        day[p] = -1;
    for (int i = 0; i < k; i++) {
        int p;
        if (scanf("%d", &p) != 1)
            return 1;
        day[p] = 0;
        queue[tail++] = p;
    }
    for (int i = 0; i < m; i++) {
        int a, b;
        if (scanf("%d %d", &a, &b) != 2)
            return 1;
        who[++used] = b;
        next[used] = first[a];
        first[a] = used;
        who[++used] = a;
        next[used] = first[b];
        first[b] = used;
    }
    int last = 0;
    while (head < tail) {
        int p = queue[head++];
        last = day[p];
        for (int e = first[p]; e != 0; e = next[e]) {
            if (day[who[e]] < 0) {
                day[who[e]] = last + 1;
                queue[tail++] = who[e];
            }
        }
    }
    if (tail == n)
        printf("%d\n", last);
    else
        puts("never");
    return 0;
}
