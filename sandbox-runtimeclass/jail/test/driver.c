/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/*
 * Where libFuzzer cannot be linked: mutates inputs for so many seconds and keeps those that reach code which none before them reached.
 *   driver SECONDS CRASH-FILE SEED...
 */
#include <sanitizer/common_interface_defs.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LONGEST 4096u
#define KEPT 4096u

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
void __sanitizer_cov_trace_pc(void);

struct input {
    uint8_t *data;
    size_t size;
};

static uint8_t reached[1 << 16], ever[1 << 16];
static uint16_t touched[1 << 16]; /* the places that are set in `reached` */
static size_t touched_count;
static struct input corpus[KEPT], current;
static size_t kept;
static const char *crash_file;
static uint64_t random_state;

/* Called at every edge of what is tested. */
void __sanitizer_cov_trace_pc(void)
{
    uint16_t place = (uint16_t)(uintptr_t)__builtin_return_address(0);
    if (reached[place])
        return;
    reached[place] = 1;
    touched[touched_count++] = place;
}

static void save_current(void)
{
    FILE *file = fopen(crash_file, "w");
    if (file) {
        fwrite(current.data, 1, current.size, file);
        fclose(file);
        fprintf(stderr, "the input is in %s\n", crash_file);
    }
}

static void at_abort(int number)
{
    (void)number;
    save_current();
    _Exit(1);
}

static uint32_t below(uint32_t bound)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % bound);
}

static void keep(const uint8_t *data, size_t size)
{
    size_t place = kept < KEPT ? kept++ : below(KEPT);
    free(corpus[place].data);
    corpus[place] = (struct input){malloc(size ? size : 1), size};
    memcpy(corpus[place].data, data, size);
}

/* A copy of the exact size, so that AddressSanitizer sees one byte too far. */
static void try_input(const uint8_t *data, size_t size)
{
    free(current.data);
    current = (struct input){malloc(size ? size : 1), size};
    memcpy(current.data, data, size);
    LLVMFuzzerTestOneInput(current.data, current.size);
    int is_new = 0;
    for (; touched_count; touched_count--) {
        uint16_t place = touched[touched_count - 1];
        is_new |= !ever[place];
        ever[place] = 1;
        reached[place] = 0;
    }
    if (is_new)
        keep(data, size);
}

static size_t insert(uint8_t *room, size_t size, const uint8_t *piece, size_t length)
{
    if (length > LONGEST - size)
        length = LONGEST - size;
    size_t at = below((uint32_t)size + 1);
    memmove(room + at + length, room + at, size - at);
    memcpy(room + at, piece, length);
    return size + length;
}

static size_t mutate(uint8_t *room, size_t size)
{
    static const uint8_t telling[] = {0, 1, 5, 7, 8, 9, 42, 127, 128, 255, '/', '.', '-', '=', '0', '9'};
    const struct input *other = &corpus[below((uint32_t)kept)];
    size_t at = size ? below((uint32_t)size) : 0, length = size ? below((uint32_t)(size - at) + 1) : 0;
    uint8_t piece[LONGEST];
    switch (below(8)) {
    case 0:
        if (size)
            room[at] ^= (uint8_t)(1 << below(8));
        return size;
    case 1:
        if (size)
            room[at] = telling[below(sizeof telling)];
        return size;
    case 2:
        if (size)
            room[at] = (uint8_t)below(256);
        return size;
    case 3: /* a length or the lower half of a number */
        if (size >= at + 4)
            for (unsigned i = 0; i < 4; i++)
                room[at + i] = i == 3 ? telling[below(sizeof telling)] : (uint8_t)(below(16) ? 0 : below(256));
        return size;
    case 4:
        memmove(room + at, room + at + length, size - at - length);
        return size - length;
    case 5:
        memcpy(piece, room + at, length);
        return insert(room, size, piece, length);
    case 6:
        if (!other->size)
            return size;
        at = below((uint32_t)other->size);
        return insert(room, size, other->data + at, 1 + below((uint32_t)(other->size - at)));
    default:
        piece[0] = telling[below(sizeof telling)];
        return insert(room, size, piece, 1);
    }
}

static void read_seed(const char *path)
{
    uint8_t room[LONGEST];
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(2);
    }
    size_t size = fread(room, 1, sizeof room, file);
    fclose(file);
    try_input(room, size);
}

int main(int count, char **arguments)
{
    if (count < 4) {
        fputs("driver SECONDS CRASH-FILE SEED...\n", stderr);
        return 2;
    }
    crash_file = arguments[2];
    __sanitizer_set_death_callback(save_current);
    signal(SIGABRT, at_abort);
    random_state = (uint64_t)time(NULL);
    printf("random seed %llu\n", (unsigned long long)random_state);
    keep((const uint8_t *)"", 0);
    for (int i = 3; i < count; i++)
        read_seed(arguments[i]);
    time_t end = time(NULL) + atoi(arguments[1]);
    uint64_t tried = 0;
    for (; tried % 64 || time(NULL) < end; tried++) {
        uint8_t room[LONGEST];
        const struct input *from = &corpus[below((uint32_t)kept)];
        size_t size = from->size;
        memcpy(room, from->data, size);
        for (uint32_t steps = 1 + below(6); steps; steps--)
            size = mutate(room, size);
        try_input(room, size);
    }
    size_t edges = 0;
    for (size_t i = 0; i < sizeof ever; i++)
        edges += ever[i];
    printf("%llu inputs, %zu kept, %zu edges\n", (unsigned long long)tried, kept, edges);
    return 0;
}
