/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The server's own namespaces and its root: what every jail is copied from. Nothing of the machine but this is reachable afterwards. */
#ifndef GRETLAB_ROOT_H
#define GRETLAB_ROOT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define INSIDE_ID 1000u         /* the uid and gid that programs see */
#define SHARING_LIKELY 8u       /* slots of a runner, when it is not told */
#define UNPRIVILEGED_UID 60000u /* what root becomes when it is not told */

/* The server's root. A jail pivots into ROOT_JAIL. */
#define ROOT_JAIL "/jail"
#define ROOT_BOXES "/boxes"     /* p, v and d, writable */
#define ROOT_READ "/read"       /* the same folders through read-only mounts: what is opened here can never be reopened for writing */
#define ROOT_SCRATCH "/scratch" /* where a jail mounts its tmpfs */

struct root_options {
    uid_t uid; /* 0: not given */
    uint64_t sharing; /* so many servers have this uid in this kernel */
    const char *binds[16];
    size_t bind_count;
    const char *program; /* a folder bound as box p, for `run` */
};

/* Becomes unprivileged, enters the namespaces, builds the root. The failure says what the kernel refused and how to allow it. */
int root_enter(const struct root_options *options);

/* The uid of programs, seen from outside. */
uid_t root_uid(void);

/* "gvisor" or "namespaces". */
const char *root_isolation(void);

/* How many servers there are that share the uid of programs, where processes are counted together. */
uint64_t root_sharing(void);

/* How many processes a program needs room for whose limit this is: what it starts past it before the watch has seen it, too. */
uint64_t root_processes_room(uint64_t limit);

/* What RLIMIT_NPROC is then. */
uint64_t root_processes_ceiling(uint64_t limit);

/* Tells a process that was not there when they were found out: the isolation (null: as it is) and the sharing. */
void root_believe(const char *isolation, uint64_t sharing);

/* Writes a short text in one call, as files of procfs want it. 0, or -1 with errno. */
int root_write(const char *path, const char *text);

/* Maps INSIDE_ID onto `outside` in the user namespace just made. */
int root_map_ids(uid_t outside_uid, gid_t outside_gid);

#endif
