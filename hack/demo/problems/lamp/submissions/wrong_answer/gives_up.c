#include <stdio.h>

/* One trip, and home again. */
int main(void)
{
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    printf("%d\n", n < 3 ? 1 : n / 2);
    return 0;
}
