#include <stdio.h>

static int last[20000];

int main(void)
{
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    for (int r = 0; r < n; r++)
        last[r] = -1;
    last[0] = 0;
    int remainder = 0;
    for (int i = 1; i <= n; i++) {
        int weight;
        if (scanf("%d", &weight) != 1)
            return 1;
        remainder = (remainder + weight % n) % n;
        if (last[remainder] >= 0) {
            printf("%d\n", i - last[remainder]);
            for (int crate = last[remainder] + 1; crate <= i; crate++)
                printf("%d\n", crate);
            return 0;
        }
        last[remainder] = i;
    }
    return 1;
}
