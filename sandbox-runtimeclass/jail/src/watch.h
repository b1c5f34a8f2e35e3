/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Sums up what a jail's processes hold and have used, read through the jail's own procfs. */
#ifndef GRETLAB_WATCH_H
#define GRETLAB_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct seen_process {
    uint64_t start;
    uint64_t ticks;
    unsigned pid;
    unsigned round;
};

struct watch {
    int proc;    /* -1: not yet there */
    int scratch; /* -1: not yet there */
    uint64_t init_cpu_us;
    uint64_t memory_limit; /* above it shared pages are told apart, which costs more */
    uint64_t processes_limit;
    char box;              /* a box that the program may write, or 0 */
    uint64_t box_before;
    uint64_t warm_share;   /* bytes that the program shares with the interpreter that it was forked from */

    uint64_t cpu_us;
    uint64_t memory;
    uint64_t memory_peak;
    uint64_t shared_most; /* what a sum over the processes had too much at most, as far as gVisor tells */
    uint64_t address_space_peak;
    uint64_t processes;
    uint64_t processes_peak;
    uint64_t descriptors; /* open in all processes together */
    bool crowded;         /* others had so many processes that this program may have been refused one that its own limit allows */

    struct seen_process *seen;
    size_t seen_count, seen_room;
    unsigned round;
    uint64_t gone_ticks;
};

/* Before a program: learns what the sandbox holds without one of ours. */
void watch_prepare(void);

void watch_sample(struct watch *watch);

/* Looks whether it is crowded by others; watch_sample() does, too. */
void watch_others(struct watch *watch);
void watch_free(struct watch *watch);

#endif
