/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Pid 1 of a jail: builds it, starts the program, reaps, tells the program's end. */
#ifndef GRETLAB_INIT_H
#define GRETLAB_INIT_H

#include "jail.h"
#include "request.h"

#include <signal.h>

struct init_plan {
    const struct exec_request *request;
    int input, output, error; /* the program's three */
    int control;
    const sigset_t *warm; /* the program is a copy of this process, in which these signals are not at their default; null: it will be executed */
    /* From init, for the program to tell with its start. */
    int folders[FOLDERS];
    uint64_t init_cpu_us;
};

/* Where the command line lies in memory; init blanks its copy, which everybody in the jail could read. */
void init_remember_command_line(char *begin, char *end);

/* Returns in the program's process alone, which is confined by then; init itself ends in here. */
void init_run(struct init_plan *plan);

#endif
