/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The last steps of the program's own process: limits, filter, execve or, in a copy of a warm interpreter, the way back into it. */
#ifndef GRETLAB_PROGRAM_H
#define GRETLAB_PROGRAM_H

#include "init.h"

#include <stddef.h>

/* Standard streams, folder, signals, limits. Does not come back when one is refused. */
void program_confine(const struct init_plan *plan);

_Noreturn void program_exec(const struct init_plan *plan);

/* Tells the server that the program begins now, and hands it what it watches the jail through. Then nothing is left that the program may not do: the filter. */
void program_begin(const struct init_plan *plan);

/* Where a program of this name lies, in `room` when it had to be looked up in the PATH; null: nowhere. */
const char *program_find(const char *name, char *room, size_t size);

/* What a new process image begins with. */
void program_reset_signals(void);

/* Sends a message on the control socket; errors are ignored, the other end being gone is the end anyway. */
struct message;
void control_send(int control, const struct message *message);

#endif
