/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* How much dearer CPU time reads now than on a quiet machine: a fixed spin, timed. */
#ifndef GRETLAB_INFLATION_H
#define GRETLAB_INFLATION_H

#include <stdint.h>

/* Learns what the spin costs when nothing else runs; later readings that are lower correct it. */
void inflation_calibrate(void);

/* Thousandths of the quiet reading. Takes about half a millisecond of CPU. */
uint64_t inflation_read(void);

#endif
