/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "selftest.h"

#include "boxes.h"
#include "clock.h"
#include "failure.h"
#include "frames.h"
#include "root.h"
#include "supervise.h"

#include <fcntl.h>
#include <unistd.h>

static int run_true(uint64_t *start_us)
{
    static char name[] = "/bin/true";
    char *arguments[] = {name, NULL};
    char *environment[] = {NULL};
    struct exec_request request = {
        .box = 'p',
        .arguments = {arguments, 1},
        .environment = {environment, 0},
        .limits = {.cpu_us = 5000000, .wall_us = 20000000, .memory = 64 << 20, .processes = 8, .output = 65536, .file_size = 1 << 20, .scratch = 1 << 20, .stack = 8 << 20},
    };
    struct supervision supervision = {
        .asked_us = now_us(), .listen = -1, .count = 1, .programs = {{.request = &request, .out = {.keep = -1}, .err = {.keep = -1}}}};
    struct supervised *program = &supervision.programs[0];
    program->input = open(ROOT_JAIL "/dev/null", O_RDONLY | O_CLOEXEC);
    if (program->input < 0)
        return failed_errno("cannot open /dev/null");
    supervise(&supervision);
    close(program->input);
    supervision_free(&supervision);
    const struct outcome *outcome = &program->outcome;
    if (outcome->result != RESULT_RAN)
        return -1;
    if (outcome->stop != STOP_NONE || outcome->signalled || outcome->code != 0)
        return failed("/bin/true in a jail did not end well (stop %s, %s %d)", stop_name(outcome->stop), outcome->signalled ? "signal" : "exit code", outcome->code);
    *start_us = outcome->start_us;
    return 0;
}

int selftest(uint64_t *start_us)
{
    uint64_t first = 0;
    if (boxes_open(1 << 20) != BOX_DONE)
        return -1;
    /* The first run finds nothing in the caches. */
    if (run_true(&first) != 0 || run_true(start_us) != 0)
        return -1;
    if (first < *start_us)
        *start_us = first;
    return boxes_drop() == BOX_DONE ? 0 : -1;
}
