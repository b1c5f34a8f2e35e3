/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The command line. Pure code. */
#ifndef GRETLAB_OPTIONS_H
#define GRETLAB_OPTIONS_H

#include "request.h"
#include "root.h"

#include <stdbool.h>

enum command { COMMAND_SERVE, COMMAND_RUN, COMMAND_CHECK, COMMAND_HELP, COMMAND_VERSION };

struct options {
    enum command command;
    struct root_options root;
    struct limits limits; /* of `run` */
    char **arguments;     /* of `run`: inside argv, ends with a null pointer */
    char *environment[34]; /* of `run`, ends with a null pointer */
    int environment_count;
};

/* 0, or -1 with failure_text(). */
int options_parse(int count, char **arguments, struct options *options);

extern const char options_help[];

#endif
