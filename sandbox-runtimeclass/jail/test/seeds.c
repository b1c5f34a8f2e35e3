/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Writes what fuzzing begins with: seeds FOLDER, in which frames/, options/ and reader/ are. */
#include "frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void write_seed(const char *folder, const char *kind, const char *name, const void *data, size_t length)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s/%s", folder, kind, name);
    FILE *file = fopen(path, "w");
    if (!file || fwrite(data, 1, length, file) != length || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

static void add_exec(struct bytes *frame, const char *box, const char *limits)
{
    frame_begin(frame, 'X');
    frame_add_text(frame, 'b', box);
    frame_add_text(frame, 'a', "python3");
    frame_add_text(frame, 'a', "/box/main.py");
    frame_add_text(frame, 'e', "LANG=C.UTF-8");
    frame_add_text(frame, 'x', "in=/data/input");
    frame_add_text(frame, 'f', "feedback");
    frame_add_text(frame, 'h', "/box/main.py");
    for (; *limits; limits++)
        frame_add_number(frame, *limits, 1000);
}

static const char all_limits[] = "ctmvnlzks";

static void make_frame(struct bytes *frame, char type)
{
    struct bytes second = {0};
    switch (type) {
    case 'X':
        add_exec(frame, "p", all_limits);
        frame_add_text(frame, 'i', "in");
        frame_add_text(frame, 'o', "out");
        frame_add_number(frame, 'O', 10);
        break;
    case '2':
        add_exec(&second, "v", all_limits);
        add_exec(frame, "p", all_limits);
        frame_add_bytes(frame, '2', second.data + FRAME_HEAD + 1, second.length - FRAME_HEAD - 1);
        bytes_free(&second);
        break;
    case 'F':
        frame_begin(frame, 'F');
        frame_add_text(frame, 'b', "d");
        frame_add_text(frame, 'n', "folder/in-1.txt");
        frame_add_number(frame, 'm', 0644);
        frame_add_text(frame, 'c', "content");
        break;
    case 'W':
        frame_begin(frame, 'W');
        frame_add_number(frame, 's', 1 << 20);
        break;
    case 'G':
        frame_begin(frame, 'G');
        frame_add_text(frame, 'n', "out");
        frame_add_number(frame, 'l', 100);
        break;
    case 'R':
        frame_begin(frame, 'R');
        frame_add_text(frame, 'n', "in");
        break;
    default:
        frame_begin(frame, type);
    }
    frame_end(frame);
}

static void write_command_lines(const char *folder)
{
    static const char *const lines[] = {
        "serve --uid 60003 --sharing 2 --bind /opt/tools",
        "run --cpu-ms 500 --wall-ms 9000 --memory-mb 64 --address-space-mb 128 --env A=b --box /x -- true --uid 5",
        "run --processes 4 --output-kb 1 --file-mb 1 --scratch-mb 1 --stack-mb 8 true",
        "check --uid 7",
        "help",
        "version",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        char line[256], name[16];
        snprintf(line, sizeof line, "%s", lines[i]);
        snprintf(name, sizeof name, "%zu", i);
        size_t length = strlen(line);
        for (char *space = line; (space = strchr(space, ' '));)
            *space = 0;
        write_seed(folder, "options", name, line, length);
    }
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    struct bytes all = {0}, frame = {0};
    bytes_add(&all, "\x07", 1);
    for (const char *type = "XWFGRKD2"; *type; type++) {
        char name[2] = {*type, 0};
        make_frame(&frame, *type);
        write_seed(arguments[1], "frames", name, frame.data + FRAME_HEAD, frame.length - FRAME_HEAD);
        bytes_add(&all, frame.data, frame.length);
    }
    write_seed(arguments[1], "frames", "all", all.data + 1, all.length - 1);
    write_seed(arguments[1], "reader", "all", all.data, all.length);
    write_command_lines(arguments[1]);
    bytes_free(&all);
    bytes_free(&frame);
    return 0;
}
