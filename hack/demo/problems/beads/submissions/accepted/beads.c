#include <stdio.h>

static char beads[100001];

int main(void)
{
    if (scanf("%100000s", beads) != 1)
        return 1;
    for (int i = 0; beads[i] != '\0';) {
        int end = i;
        while (beads[end] == beads[i])
            end++;
        printf(i == 0 ? "%d%c" : " %d%c", end - i, beads[i]);
        i = end;
    }
    putchar('\n');
    return 0;
}
