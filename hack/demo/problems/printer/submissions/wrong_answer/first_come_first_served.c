#include <stdio.h>

int main(void)
{
    int n, seconds, people;
    long long now = 0, total = 0;
    if (scanf("%d", &n) != 1)
        return 1;
    while (n-- > 0 && scanf("%d %d", &seconds, &people) == 2) {
        now += seconds;
        total += people * now;
    }
    printf("%lld\n", total);
    return 0;
}
