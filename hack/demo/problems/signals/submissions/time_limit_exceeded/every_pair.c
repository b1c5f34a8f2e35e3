#include <stdio.h>

static int height[300000];

int main(void)
{
    int n;
    long long total = 0;
    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; i++)
        if (scanf("%d", &height[i]) != 1)
            return 1;
    for (int i = 0; i < n; i++) {
        int j = i + 1;
        while (j < n && height[j] < height[i])
            j++;
        if (j < n)
            total += j - i;
    }
    printf("%lld\n", total);
    return 0;
}
