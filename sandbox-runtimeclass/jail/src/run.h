/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* `gretlab-jail run` and `check`: for people. */
#ifndef GRETLAB_RUN_H
#define GRETLAB_RUN_H

#include "options.h"

int run_command(struct options *options);
int check(const struct options *options);

#endif
