#include <stdio.h>
#include <stdlib.h>

struct document {
    int seconds, people;
};

static int compare(const void *left, const void *right)
{
    const struct document *a = left, *b = right;
    return a->seconds * b->people - b->seconds * a->people;
}

int main(void)
{
    int n;
    if (scanf("%d", &n) != 1)
        return 1;
    struct document *documents = malloc(n * sizeof *documents);
    for (int i = 0; i < n; i++)
        if (scanf("%d %d", &documents[i].seconds, &documents[i].people) != 2)
            return 1;
    qsort(documents, n, sizeof *documents, compare);
    long long now = 0, total = 0;
    for (int i = 0; i < n; i++) {
        now += documents[i].seconds;
        total += documents[i].people * now;
    }
    printf("%lld\n", total);
    free(documents);
    return 0;
}
