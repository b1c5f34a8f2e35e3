/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/*
 * Warm starts. An interpreter that has initialised waits at the moment in which it first asks for its program's file, and is forked for each run from
 * there: in the copy everything goes on as after a cold start. hook/hook.c is the half of this that lives in the interpreter's process.
 *
 * No process that ran a student's code is ever used again: what is forked has only initialised. It is outside of every jail, and a copy holds none of its
 * descriptors. What copies share is what the interpreter has drawn at random before, its hash seed and addresses above all: warm_rest() says how that is
 * kept from being of use.
 */
#ifndef GRETLAB_WARM_H
#define GRETLAB_WARM_H

#include "jail.h"
#include "request.h"

#include <stdbool.h>
#include <stdint.h>

/* Makes warm starts possible; without it, or when it fails, every start is cold. In the server's root. */
void warm_prepare(void);

/* True when init of a jail was forked for the request, with the program's three streams and control[1]. False: close `control` and start cold. */
bool warm_start(const struct exec_request *request, const int streams[3], const int control[2], pid_t *init);

/* After a run: takes care that there will be a warm interpreter for a request like this one. Does not wait for it. */
void warm_tend(const struct exec_request *request);

/* Milliseconds of quiet after which warm_rest() should be called; -1: never. */
int warm_rest_after(void);

/* Nobody asks for anything: time to replace interpreters that have been used. */
void warm_rest(void);

/* An init ended before its program began, at whatever point: the memory that it shared is not used again. */
void warm_distrust(void);

/* Bytes that waiting interpreters hold. `*own_share` is what the copies of the one used last share with it. */
uint64_t warm_memory(uint64_t *own_share);

#endif
