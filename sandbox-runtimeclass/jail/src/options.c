/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "options.h"

#include "failure.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char options_help[] =
    "gretlab-jail serve [--uid N] [--sharing N] [--bind FOLDER]...\n"
    "    one slot's jail server: frames on standard input and output (PROTOCOL.md)\n"
    "gretlab-jail run [--uid N] [--bind FOLDER]... [LIMIT]... [--box FOLDER] [--env NAME=VALUE]... -- COMMAND [ARGUMENT]...\n"
    "    runs one command in a jail; what happened comes to standard error as one line of JSON\n"
    "gretlab-jail check [--uid N]\n"
    "    says whether jails work here, and if not, what the kernel refuses and how to allow it\n"
    "gretlab-jail version\n"
    "\n"
    "--uid N        started by root: become this user first (60000 when not given)\n"
    "--sharing N    so many jail servers share one user inside one gVisor sandbox, which counts processes by user (8 when not given)\n"
    "--bind FOLDER  show this folder to programs as well, read-only\n"
    "--box FOLDER   show this folder as /box, read-only\n"
    "limits (default): --cpu-ms 2000  --wall-ms (3 x CPU + 5000)  --memory-mb 256  --address-space-mb 0 (none)  --processes 64\n"
    "                  --output-kb 1024  --file-mb 64  --scratch-mb 64  --stack-mb 64\n";

static int take_number(const char *name, const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
    char *end;
    if (!text)
        return failed("%s needs a value", name);
    errno = 0;
    unsigned long long value = strtoull(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || *end || errno || value < least || value > most)
        return failed("%s needs a number from %llu to %llu, not '%s'", name, (unsigned long long)least, (unsigned long long)most, text);
    *number = value;
    return 0;
}

struct number_option {
    const char *name;
    size_t offset; /* in struct limits */
    uint64_t unit, least, most;
};

#define LIMIT(name, field, unit, least, most) {name, offsetof(struct limits, field), unit, least, most}
static const struct number_option number_options[] = {
    LIMIT("--cpu-ms", cpu_us, 1000, 1, 3600000),
    LIMIT("--wall-ms", wall_us, 1000, 1, 86400000),
    LIMIT("--memory-mb", memory, 1 << 20, 1, 1 << 20),
    LIMIT("--address-space-mb", address_space, 1 << 20, 0, 1 << 24),
    LIMIT("--processes", processes, 1, 1, 65536),
    LIMIT("--output-kb", output, 1 << 10, 0, 1 << 24),
    LIMIT("--file-mb", file_size, 1 << 20, 0, 1 << 20),
    LIMIT("--scratch-mb", scratch, 1 << 20, 0, 1 << 20),
    LIMIT("--stack-mb", stack, 1 << 20, 1, 1 << 16),
};

static int take_limit(struct options *options, const char *name, const char *text)
{
    for (size_t i = 0; i < sizeof number_options / sizeof *number_options; i++) {
        const struct number_option *option = &number_options[i];
        if (strcmp(name, option->name) != 0)
            continue;
        uint64_t number = 0;
        if (take_number(name, text, option->least, option->most, &number) != 0)
            return -1;
        *(uint64_t *)(void *)((char *)&options->limits + option->offset) = number * option->unit;
        return 0;
    }
    return failed("unknown option %s; see gretlab-jail help", name);
}

static int take_folder(const char *name, const char *text, const char **folder)
{
    if (!text || text[0] != '/' || !text[1])
        return failed("%s needs the absolute path of a folder", name);
    *folder = text;
    return 0;
}

static int take_option(struct options *options, const char *name, char *text)
{
    uint64_t number = 0;
    if (strcmp(name, "--uid") == 0) {
        if (take_number(name, text, 1, 4294967293u, &number) != 0)
            return -1;
        options->root.uid = (uid_t)number;
        return 0;
    }
    if (strcmp(name, "--sharing") == 0)
        return take_number(name, text, 1, 1024, &options->root.sharing);
    if (options->command != COMMAND_CHECK && strcmp(name, "--bind") == 0) {
        if (options->root.bind_count == sizeof options->root.binds / sizeof *options->root.binds)
            return failed("too many --bind");
        return take_folder(name, text, &options->root.binds[options->root.bind_count++]);
    }
    if (options->command != COMMAND_RUN)
        return failed("unknown option %s; see gretlab-jail help", name);
    if (strcmp(name, "--box") == 0)
        return take_folder(name, text, &options->root.program);
    if (strcmp(name, "--env") == 0) {
        if (!text || !strchr(text, '=') || text[0] == '=')
            return failed("--env needs NAME=VALUE");
        if (options->environment_count == 32)
            return failed("too many --env");
        options->environment[options->environment_count++] = text;
        return 0;
    }
    return take_limit(options, name, text);
}

int options_parse(int count, char **arguments, struct options *options)
{
    static const struct {
        const char *name;
        enum command command;
    } commands[] = {{"serve", COMMAND_SERVE}, {"run", COMMAND_RUN}, {"check", COMMAND_CHECK}, {"help", COMMAND_HELP}, {"--help", COMMAND_HELP}, {"version", COMMAND_VERSION}};
    *options = (struct options){
        .limits = {.cpu_us = 2000000, .memory = 256 << 20, .processes = 64, .output = 1 << 20, .file_size = 64 << 20, .scratch = 64 << 20, .stack = 64 << 20}};
    if (count < 2)
        return failed("a command is needed: serve, run, check, help or version");
    size_t which = 0;
    while (which < sizeof commands / sizeof *commands && strcmp(arguments[1], commands[which].name) != 0)
        which++;
    if (which == sizeof commands / sizeof *commands)
        return failed("unknown command %s: serve, run, check, help or version", arguments[1]);
    options->command = commands[which].command;

    int at = 2;
    for (; at < count && strncmp(arguments[at], "--", 2) == 0 && arguments[at][2]; at += 2)
        if (take_option(options, arguments[at], at + 1 < count ? arguments[at + 1] : NULL) != 0)
            return -1;
    if (options->command == COMMAND_RUN) {
        if (at < count && strcmp(arguments[at], "--") == 0)
            at++;
        if (at >= count || !arguments[at][0])
            return failed("run needs a command after --");
        options->arguments = arguments + at;
    } else if (at < count) {
        return failed("unexpected argument %s", arguments[at]);
    }
    if (options->limits.wall_us == 0)
        options->limits.wall_us = 3 * options->limits.cpu_us + 5000000;
    return 0;
}
