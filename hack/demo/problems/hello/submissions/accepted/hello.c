#include <stdio.h>

int main(void)
{
    puts("Hello, Gretlab!");
    return 0;
}
