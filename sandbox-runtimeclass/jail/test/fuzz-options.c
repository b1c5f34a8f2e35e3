/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The bytes between zeros as a command line. */
#include "options.h"

#include <stdlib.h>
#include <string.h>

#define MOST 100

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static bool within(uint64_t value, uint64_t least, uint64_t most)
{
    return value >= least && value <= most;
}

static void check_parsed(const struct options *options, char **arguments, int count)
{
    const struct limits *limits = &options->limits;
    const uint64_t most = 1ull << 44;
    check(options->root.bind_count <= 16 && options->root.sharing <= 1024 && options->root.uid <= 4294967293u);
    for (size_t i = 0; i < options->root.bind_count; i++)
        check(options->root.binds[i][0] == '/' && options->root.binds[i][1]);
    check(!options->root.program || (options->command == COMMAND_RUN && options->root.program[0] == '/'));
    check(options->environment_count <= 32 && !options->environment[options->environment_count]);
    for (int i = 0; i < options->environment_count; i++)
        check(strchr(options->environment[i], '=') > options->environment[i]);
    check(within(limits->cpu_us, 1000, 3600000000) && within(limits->wall_us, 1000, 86400000000) && within(limits->processes, 1, 65536));
    check(within(limits->memory, 1 << 20, most) && within(limits->stack, 1 << 20, most));
    check(limits->address_space <= most && limits->output <= most && limits->file_size <= most && limits->scratch <= most);
    if (options->command == COMMAND_RUN)
        check(options->arguments > arguments + 1 && options->arguments < arguments + count && options->arguments[0][0] && !arguments[count]);
    else
        check(!options->arguments);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *arguments[MOST + 1] = {strdup("gretlab-jail")};
    int count = 1;
    while (size > 0 && count < MOST) {
        size_t length = strnlen((const char *)data, size);
        arguments[count++] = strndup((const char *)data, length);
        length += length < size;
        data += length;
        size -= length;
    }
    struct options options;
    if (options_parse(count, arguments, &options) == 0)
        check_parsed(&options, arguments, count);
    for (int i = 0; i < count; i++)
        free(arguments[i]);
    return 0;
}
