#include <stdio.h>
#include <string.h>

int main(void)
{
    int low = 1, high;
    char word[16] = "";
    if (scanf("%d", &high) != 1)
        return 1;
    while (strcmp(word, "found") != 0) {
        int middle = low + (high - low) / 2;
        printf("%d\n", middle); /* stays in the buffer */
        if (scanf("%15s", word) != 1)
            return 1;
        if (strcmp(word, "deeper") == 0)
            low = middle + 1;
        else
            high = middle - 1;
    }
    return 0;
}
