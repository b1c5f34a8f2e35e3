/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "run.h"

#include "boxes.h"
#include "clock.h"
#include "failure.h"
#include "selftest.h"
#include "supervise.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/* The program must not hold the caller's own standard input: through /proc it could open a file behind it for writing. */
static int pump_input(pid_t *pump)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return failed_errno("cannot make a pipe");
    *pump = fork();
    if (*pump < 0)
        return failed_errno("cannot start a process");
    if (*pump == 0) {
        char piece[65536];
        ssize_t length;
        prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
        close(ends[0]);
        while ((length = read(0, piece, sizeof piece)) > 0)
            for (ssize_t done = 0, written; done < length; done += written)
                if ((written = write(ends[1], piece + done, (size_t)(length - done))) < 0)
                    _exit(0);
        _exit(0);
    }
    close(ends[1]);
    return ends[0];
}

static void print_report(const struct supervised *program)
{
    const struct outcome *outcome = &program->outcome;
    fprintf(stderr,
            "{\"%s\":%d,\"stop\":\"%s\",\"cpuMs\":%.3f,\"wallMs\":%.3f,\"memoryKb\":%llu,\"processes\":%llu,\"stdoutBytes\":%llu,\"stderrBytes\":%llu,"
            "\"memoryDenied\":%s,\"startMs\":%.3f}\n",
            outcome->signalled ? "signal" : "exitCode", outcome->code, stop_name(outcome->stop), (double)outcome->cpu_us / 1000, (double)outcome->wall_us / 1000,
            (unsigned long long)outcome->memory_peak / 1024, (unsigned long long)outcome->processes_peak, (unsigned long long)program->out.seen,
            (unsigned long long)program->err.seen, outcome->memory_denied ? "true" : "false", (double)outcome->start_us / 1000);
}

int run_command(struct options *options)
{
    static char path[] = "PATH=/usr/local/bin:/usr/bin:/bin", language[] = "LANG=C.UTF-8";
    options->environment[options->environment_count++] = path;
    options->environment[options->environment_count++] = language;
    struct exec_request request = {.box = 'p',
                                   .arguments = {.at = options->arguments},
                                   .environment = {.at = options->environment, .count = (size_t)options->environment_count},
                                   .limits = options->limits};
    struct supervision supervision = {.listen = -1, .count = 1, .programs = {{.request = &request, .out = {.keep = 1}, .err = {.keep = 2}}}};
    struct supervised *program = &supervision.programs[0];
    pid_t pump;
    if (root_enter(&options->root) != 0 || (!options->root.program && boxes_open(1 << 20) != BOX_DONE) || (program->input = pump_input(&pump)) < 0) {
        fprintf(stderr, "gretlab-jail: %s\n", failure_text());
        return 1;
    }
    supervision.asked_us = now_us();
    supervise(&supervision);
    kill(pump, SIGKILL);
    while (waitpid(pump, NULL, 0) < 0 && errno == EINTR) {
    }
    const struct outcome *outcome = &program->outcome;
    supervision_free(&supervision);
    if (outcome->result != RESULT_RAN) {
        fprintf(stderr, "gretlab-jail: %s\n", failure_text());
        return 1;
    }
    print_report(program);
    return outcome->signalled ? 128 + outcome->code : outcome->code;
}

int check(const struct options *options)
{
    uint64_t start_us = 0;
    if (root_enter(&options->root) != 0 || selftest(&start_us) != 0) {
        printf("jails do not work here: %s\n", failure_text());
        return 1;
    }
    printf("jails work here: %s, programs run as uid %u, a start takes %.1f ms\n", strcmp(root_isolation(), "gvisor") == 0 ? "gVisor" : "namespaces only",
           root_uid(), (double)start_us / 1000);
    return 0;
}
