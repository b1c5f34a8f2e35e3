#include <stdio.h>

static long long cost[100001];

int main(void)
{
    int n, q, a, b;
    if (scanf("%d %d", &n, &q) != 2)
        return 1;
    for (int i = 1; i <= n; i++) {
        int fee;
        if (scanf("%d", &fee) != 1)
            return 1;
        cost[i] = cost[i - 1] + fee;
    }
    while (q-- > 0 && scanf("%d %d", &a, &b) == 2)
        printf("%lld\n", cost[b] - cost[a - 1]);
    return 0;
}
