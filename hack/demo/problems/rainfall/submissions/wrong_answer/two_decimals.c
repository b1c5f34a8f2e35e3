#include <stdio.h>

int main(void)
{
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    double total = 0, reading;
    for (int i = 0; i < n && scanf("%lf", &reading) == 1; i++)
        total += reading;
    printf("%.2f\n", total / n);
    return 0;
}
