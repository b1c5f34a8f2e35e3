/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Whether jails work here: one run of /bin/true, before anything else is promised. */
#ifndef GRETLAB_SELFTEST_H
#define GRETLAB_SELFTEST_H

#include <stdint.h>

/* `*start_us`: from the request to the program's exec, the better of two. -1: failure_text() says what is refused. */
int selftest(uint64_t *start_us);

#endif
