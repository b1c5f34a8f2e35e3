/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The last steps of the program's own process: limits, filter, execve. */
#ifndef GRETLAB_PROGRAM_H
#define GRETLAB_PROGRAM_H

#include "init.h"

_Noreturn void program_start(const struct init_plan *plan);

/* Sends a message on the control socket; errors are ignored, the other end being gone is the end anyway. */
struct message;
void control_send(int control, const struct message *message);

#endif
