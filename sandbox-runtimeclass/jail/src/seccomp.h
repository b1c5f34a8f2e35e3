/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The system calls that a program is refused. */
#ifndef GRETLAB_SECCOMP_H
#define GRETLAB_SECCOMP_H

#include <linux/filter.h>

#define SECCOMP_LONGEST 512

/* Writes the filter, and says how long it is. */
unsigned short seccomp_filter(struct sock_filter filter[SECCOMP_LONGEST]);

/* For this process and all it starts, for ever. Needs no_new_privs. 0, or -1 with errno. */
int seccomp_install(void);

#endif
