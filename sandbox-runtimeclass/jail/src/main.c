/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "failure.h"
#include "init.h"
#include "options.h"
#include "run.h"
#include "serve.h"
#include "version.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

/* The agent's environment holds secrets, and init of every jail is a copy of this process. */
static void forget_environment(void)
{
    for (char **entry = environ; *entry; entry++)
        memset(*entry, 0, strlen(*entry));
    *environ = NULL;
}

static int tidy_descriptors(void)
{
    int fd;
    /* 0, 1 and 2 must exist, or the first pipe would take their place. */
    do
        fd = open("/dev/null", O_RDWR | O_CLOEXEC);
    while (fd >= 0 && fd <= 2);
    if (fd < 0)
        return failed_errno("cannot open /dev/null");
    close(fd);
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 3u, ~0u, 0u) == 0)
        return 0;
#endif
    for (fd = 3; fd < 4096; fd++)
        close(fd);
    return 0;
}

int main(int count, char **arguments)
{
    struct options options;
    if (options_parse(count, arguments, &options) != 0) {
        fprintf(stderr, "gretlab-jail: %s\n", failure_text());
        return 2;
    }
    forget_environment();
    init_remember_command_line(arguments[0], arguments[count - 1] + strlen(arguments[count - 1]));
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    if (tidy_descriptors() != 0) {
        fprintf(stderr, "gretlab-jail: %s\n", failure_text());
        return 1;
    }
    switch (options.command) {
    case COMMAND_SERVE:
        return serve(&options.root);
    case COMMAND_RUN:
        return run_command(&options);
    case COMMAND_CHECK:
        return check(&options);
    case COMMAND_VERSION:
        puts("gretlab-jail " GRETLAB_JAIL_VERSION);
        return 0;
    default:
        fputs(options_help, stdout);
        return 0;
    }
}
