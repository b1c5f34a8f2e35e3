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

static void check_decoded(const struct request *request)
{
    if (request->name)
        check(name_is_sound(request->name));
    if (request->type != 'X')
        return;
    const struct exec_request *exec = &request->exec;
    check(exec->box == 'p' || exec->box == 'v');
    check(exec->arguments.count > 0 && exec->arguments.at[exec->arguments.count] == NULL);
    check(exec->environment.at[exec->environment.count] == NULL);
    for (size_t i = 0; i < exec->arguments.count; i++)
        check(strlen(exec->arguments.at[i]) < FRAME_MAX);
    for (size_t i = 0; i < exec->environment.count; i++)
        check(strchr(exec->environment.at[i], '=') != NULL);
    for (size_t i = 0; i < exec->exposed_count; i++)
        check(name_is_sound(exec->exposed[i].name) && strncmp(exec->exposed[i].path, "/data/", 6) == 0 && !strstr(exec->exposed[i].path, "/../"));
    if (exec->warm)
        check(strncmp(exec->warm, "/box/", 5) == 0 && name_is_sound(exec->warm + 5) && exec->frame_length && exec->frame[0] == 'X');
    check(exec->limits.cpu_us && exec->limits.wall_us && exec->limits.memory && exec->limits.processes);
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
