/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef GRETLAB_CLOCK_H
#define GRETLAB_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t clock_us(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

static inline uint64_t now_us(void)
{
    return clock_us(CLOCK_MONOTONIC);
}

#endif
