/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Runs one jail, or two whose programs talk to each other, from start to end: limits, output, what happened. */
#ifndef GRETLAB_SUPERVISE_H
#define GRETLAB_SUPERVISE_H

#include "frames.h"
#include "request.h"

#include <stdbool.h>
#include <stdint.h>

enum stop { STOP_NONE, STOP_CPU, STOP_WALL, STOP_MEMORY, STOP_OUTPUT, STOP_PROCESSES, STOP_KILLED, STOP_PARTNER };

const char *stop_name(enum stop stop);

struct capture {
    uint64_t seen;
    uint64_t send; /* so many bytes are held in `held` */
    struct bytes held;
    int keep; /* the first bytes, up to the limit, are written here as well; -1: nowhere */
    bool keep_failed;
};

enum result {
    RESULT_RAN,
    RESULT_ABSENT, /* no such program in the jail's PATH */
    RESULT_BROKEN, /* our fault; the text is in failure_text() */
};

struct outcome {
    enum result result;
    bool signalled;
    int code; /* exit code, or signal */
    enum stop stop;
    uint64_t cpu_us, wall_us, start_us;
    uint64_t memory_peak, processes_peak;
    bool memory_denied;
    bool crowded; /* by others' processes */
    uint64_t inflation;
    bool warm; /* a copy of an interpreter that had waited */
    int feedback; /* the dead jail's feedback folder, to be closed; -1: none */
};

struct supervised {
    const struct exec_request *request;
    int input; /* becomes its stdin and stays the caller's; not used with a second program */
    struct capture out, err;
    struct outcome outcome;
};

enum interruption { GO_ON, KILL_IT, STOP_LISTENING };

struct supervision {
    uint64_t asked_us; /* monotonic: when the request was there */
    int listen; /* polled for reading while the jails run; -1: nothing */
    bool spoken_to; /* there is something to hear that came together with the request: reading would not show it */
    enum interruption (*interrupt)(void *context);
    void *context;
    struct supervised programs[2];
    size_t count; /* 2: what one prints is the other's stdin. The caller ignores SIGPIPE then */
    bool second_ended_first; /* before the first, or before it could know of the first's end */
};

void supervise(struct supervision *supervision);

/* Lets go of what the outcomes and captures hold. */
void supervision_free(struct supervision *supervision);

#endif
