/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The system calls that a program is refused. */
#ifndef GRETLAB_SECCOMP_H
#define GRETLAB_SECCOMP_H

#include <linux/filter.h>
#include <stdbool.h>

#define SECCOMP_LONGEST 512

/* Writes the filter, and says how long it is. In gVisor modes and times of files are changed only where `marks_made` says so. */
unsigned short seccomp_filter(struct sock_filter filter[SECCOMP_LONGEST], bool in_gvisor, bool marks_made);

/* For this process and all it starts, for ever. Needs no_new_privs. 0, or -1 with errno. */
int seccomp_install(bool in_gvisor, bool marks_made);

#endif
