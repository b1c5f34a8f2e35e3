/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* One input to everything that reads what comes from outside: framing, decoding, names. libFuzzer's entry point; tests.c calls it too. */
#include "frames.h"
#include "request.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static void check_exec(const struct exec_request *exec)
{
    check(exec->box == 'p' || exec->box == 'v');
    check(exec->arguments.count > 0 && exec->arguments.at[exec->arguments.count] == NULL);
    check(exec->environment.at[exec->environment.count] == NULL);
    for (size_t i = 0; i < exec->arguments.count; i++)
        check(strlen(exec->arguments.at[i]) < FRAME_MAX);
    for (size_t i = 0; i < exec->environment.count; i++)
        check(strchr(exec->environment.at[i], '=') != NULL);
    for (size_t i = 0; i < exec->exposed_count; i++)
        check(name_is_sound(exec->exposed[i].name) && strncmp(exec->exposed[i].path, "/data/", 6) == 0 && !strstr(exec->exposed[i].path, "/../"));
    if (exec->warm) {
        /* What a waiting interpreter is told must make sense to it, and be about this program alone. */
        struct request alone;
        check(strncmp(exec->warm, "/box/", 5) == 0 && name_is_sound(exec->warm + 5));
        check(request_decode(exec->frame, exec->frame_length, &alone) == DECODED && alone.type == 'X' && !alone.exec.second);
        check(alone.exec.arguments.count == exec->arguments.count && alone.exec.box == exec->box && alone.exec.limits.memory == exec->limits.memory);
        request_free(&alone);
    }
    check(exec->limits.cpu_us && exec->limits.wall_us && exec->limits.memory && exec->limits.processes);
}

static void check_decoded(const struct request *request)
{
    if (request->name)
        check(name_is_sound(request->name));
    if (request->type != 'X')
        return;
    const struct exec_request *exec = &request->exec, *second = exec->second;
    check_exec(exec);
    if (!second)
        return;
    check_exec(second);
    check(!second->second && second->box != exec->box && !second->writable && !second->input && !second->keep);
    check(!exec->writable && !exec->input && !exec->keep && (exec->let_go <= 255 || exec->let_go == LET_GO_ALWAYS));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint32_t length;
    const uint8_t *at = data;
    size_t left = size;
    while (frame_peek(at, left, &length) == FRAME_WHOLE) {
        struct request request;
        if (request_decode(at + FRAME_HEAD, length, &request) == DECODED)
            check_decoded(&request);
        request_free(&request);
        at += FRAME_HEAD + length;
        left -= FRAME_HEAD + length;
    }
    /* The same bytes as the inside of a frame: the fuzzer need not guess lengths. */
    struct request request;
    if (request_decode(data, size, &request) == DECODED)
        check_decoded(&request);
    request_free(&request);
    return 0;
}
