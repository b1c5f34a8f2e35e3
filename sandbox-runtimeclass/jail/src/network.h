/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The net namespace that jails are born in: loopback alone, and no trace of a program before. Making one costs the kernel more than all the rest of a
 * jail, and most programs never open a socket, so it is made anew only after one that left something in it. It belongs to the server's user
 * namespace: nobody in a jail can ever have a capability over it. */
#ifndef GRETLAB_NETWORK_H
#define GRETLAB_NETWORK_H

/* gVisor does not tell what is left in one, and makes one cheaply: there every jail gets its own. CLONE_NEWNET for it, or 0. */
long network_flag_of_jails(void);

/* Counts the namespaces made: who was forked in an earlier one must not start jails any more. */
unsigned network_generation(void);

/* A new namespace, loopback up. */
int network_make(void);

/* After a jail's end: makes a new one unless the kernel says that no socket and no lingering connection is left in this one. */
int network_refresh(void);

#endif
