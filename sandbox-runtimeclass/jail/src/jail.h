/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* One jail: its processes' fresh namespaces, the pipes out of it, and the control socket that only its init holds. */
#ifndef GRETLAB_JAIL_H
#define GRETLAB_JAIL_H

#include "request.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct jail {
    pid_t init;
    int control; /* messages of init; ends when the jail's last process of ours is gone */
    int output;
    int error;
    bool warm; /* forked from a waiting interpreter */
};

enum message_kind {
    MESSAGE_BROKEN = 'B',   /* setting up failed: text */
    MESSAGE_START = 'S',    /* the jail stands, and the next thing is execve; carries the folders below */
    MESSAGE_ABSENT = 'A',   /* no such program in the PATH */
    MESSAGE_NO_START = 'N', /* execve refused: status is errno */
    MESSAGE_TOO_BIG = 'G',  /* the program does not fit in its address space */
    MESSAGE_END = 'E',      /* the main process ended: status as of wait */
};

struct message {
    int kind;
    int status;
    uint64_t at_us;     /* monotonic */
    uint64_t own_cpu_us; /* what init itself has used */
    char text[240];
};

enum { FOLDER_PROC, FOLDER_SCRATCH, FOLDER_FEEDBACK, FOLDERS };

/* Tells init to kill the program and to count what it used. Init ends by itself then; if it does not, kill it. */
#define STOP_SIGNAL SIGUSR1

struct jail_birth {
    int input;         /* becomes the program's stdin; it stays the caller's to close */
    bool may_be_warm;  /* false: a cold start, whatever is asked */
    bool own_network;  /* not the one that jails are born in one after the other */
    const int *kept;   /* descriptors of the caller that nobody in the jail may hold, -1 the last: a pipe ends when its last holder is gone */
};

int jail_start(const struct exec_request *request, const struct jail_birth *birth, struct jail *jail);

/* One message, if there is one: 1; none yet: 0; the control socket's end: -1. Folders that came along are put into `folders`. */
int jail_receive(int control, struct message *message, int folders[FOLDERS]);

#endif
