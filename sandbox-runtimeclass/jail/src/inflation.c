/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "inflation.h"

#include "clock.h"
#include "root.h"

#include <string.h>

#define SPINS 300000
#define CALIBRATIONS 20

static uint64_t quiet_us;

static uint64_t spin(void)
{
    /* gVisor's CPU time is wall time in which a thread wanted to run, counted in ticks that are longer than a spin. */
    clockid_t clock = strcmp(root_isolation(), "gvisor") == 0 ? CLOCK_MONOTONIC : CLOCK_THREAD_CPUTIME_ID;
    uint64_t begin = clock_us(clock);
    volatile uint64_t state = 88172645463325252ull;
    for (int i = 0; i < SPINS; i++)
        state = state * 6364136223846793005ull + 1442695040888963407ull;
    uint64_t taken = clock_us(clock) - begin;
    if (taken && (!quiet_us || taken < quiet_us))
        quiet_us = taken;
    return taken;
}

void inflation_calibrate(void)
{
    for (int i = 0; i < CALIBRATIONS; i++)
        spin();
}

uint64_t inflation_read(void)
{
    uint64_t taken = spin();
    return quiet_us ? taken * 1000 / quiet_us : 0;
}
