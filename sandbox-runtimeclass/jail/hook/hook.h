/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* What a jail server and a waiting interpreter say to each other, over a socket of whole messages. */
#ifndef GRETLAB_HOOK_H
#define GRETLAB_HOOK_H

#include <stdint.h>
#include <sys/types.h>

#define HOOK_LINE 3          /* the descriptor of that socket, in the interpreter */
#define HOOK_PATH_ROOM 264   /* first message: the path that it waits at */
#define HOOK_FRAME_MOST 65536u

/* From the interpreter: it has arrived. */
struct hook_ready {
    uint64_t resident; /* bytes */
};

/* To the interpreter: one byte and a descriptor, the control socket of a new jail. Its answer: */
struct hook_made {
    pid_t init; /* or minus errno */
};

/* Then, on the control socket, to init: this, the request's frame behind it, and the program's three descriptors. */
struct hook_order {
    uint64_t sharing;
    uint32_t in_gvisor;
    uint32_t frame_length;
};

#endif
