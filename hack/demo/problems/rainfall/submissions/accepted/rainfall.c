#include <stdio.h>

int main(void)
{
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    double total = 0;
    for (int i = 0; i < n; i++) {
        double reading;
        if (scanf("%lf", &reading) != 1)
            return 1;
        total += reading;
    }
    printf("%.9f\n", total / n);
    return 0;
}
