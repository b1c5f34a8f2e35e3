#include <stdio.h>
#include <string.h>

int main(void)
{
    char beads[100];
    if (scanf("%s", beads) != 1)
        return 1;
    size_t length = strlen(beads);
    for (size_t i = 0; i < length;) {
        size_t end = i;
        while (end < length && beads[end] == beads[i])
            end++;
        printf("%zu%c ", end - i, beads[i]);
        i = end;
    }
    putchar('\n');
    return 0;
}
