/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* `gretlab-jail serve`: one slot's jail server, on standard input and output. */
#ifndef GRETLAB_SERVE_H
#define GRETLAB_SERVE_H

#include "root.h"

/* The exit code of the program. */
int serve(const struct root_options *options);

#endif
