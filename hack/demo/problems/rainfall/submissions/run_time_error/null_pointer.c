#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    int n = 0;
    double *readings = NULL;
    if (scanf("%d", &n) != 1)
        return 1;
    for (int i = 0; i < n; i++)
        readings[i] = i;
    double total = 0;
    for (int i = 0; i < n; i++)
        total += readings[i];
    printf("%f\n", total / n);
    free(readings);
    return 0;
}
