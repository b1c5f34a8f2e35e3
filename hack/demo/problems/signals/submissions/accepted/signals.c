#include <stdio.h>

static int height[300000], waiting[300000];

int main(void)
{
    int n, top = 0;
    long long total = 0;
    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &height[i]) != 1)
            return 1;
        while (top > 0 && height[waiting[top - 1]] <= height[i])
            total += i - waiting[--top];
        waiting[top++] = i;
    }
    printf("%lld\n", total);
    return 0;
}
