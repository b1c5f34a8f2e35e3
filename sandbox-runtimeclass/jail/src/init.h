/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Pid 1 of a jail: builds it, starts the program, reaps, tells the program's end. */
#ifndef GRETLAB_INIT_H
#define GRETLAB_INIT_H

#include "request.h"

struct init_plan {
    const struct exec_request *request;
    int input, output, error; /* the program's three */
    int control;
};

/* Where the command line lies in memory; init blanks its copy, which everybody in the jail could read. */
void init_remember_command_line(char *begin, char *end);

_Noreturn void init_run(const struct init_plan *plan);

#endif
