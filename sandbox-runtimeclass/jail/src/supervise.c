/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "supervise.h"

#include "boxes.h"
#include "clock.h"
#include "failure.h"
#include "inflation.h"
#include "jail.h"
#include "network.h"
#include "root.h"
#include "watch.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define SAMPLE_US 10000
#define SET_UP_LONGEST_US 10000000
/* Behind each may lie a fifth of a MiB of a socket's buffer, memory that no process is charged for. */
#define DESCRIPTORS_MOST 1024
#define STOPPING_LONGEST_US 100000
#define SPIN_EVERY_US 200000 /* of the program's CPU time */

struct running {
    struct supervision *by;
    struct outcome *outcome;
    struct jail jail;
    struct watch watch;
    bool out_open, err_open, listening, alive;
    uint64_t begun_us; /* START's time; 0: not yet */
    uint64_t ended_us;
    bool end_told;
    uint64_t next_sample_us;
    uint64_t next_spin_cpu_us;
    uint64_t spins, spin_sum;
    bool address_space_too_small;
};

const char *stop_name(enum stop stop)
{
    static const char *const names[] = {"none", "cpu", "wall", "memory", "output", "processes", "killed"};
    return names[stop];
}

static void stop(struct running *running, enum stop why)
{
    if (running->outcome->stop != STOP_NONE || running->end_told || !running->alive)
        return;
    running->outcome->stop = why;
    running->ended_us = now_us();
    /* Asked first, so that it can count; before the program's start there is nothing to count. */
    kill(running->jail.init, running->begun_us ? STOP_SIGNAL : SIGKILL);
}

/* False at the end of the pipe. Reads on past the limit, so that a flooding program dies of our signal and not of a full pipe. */
static bool drain(struct running *running, int fd, struct capture *capture)
{
    static uint8_t piece[65536];
    ssize_t length = read(fd, piece, sizeof piece);
    if (length < 0)
        return errno == EAGAIN || errno == EINTR;
    if (length == 0)
        return false;
    uint64_t limit = running->by->request->limits.output;
    size_t fits = capture->seen >= limit ? 0 : limit - capture->seen < (uint64_t)length ? (size_t)(limit - capture->seen) : (size_t)length;
    size_t held = capture->held.length >= capture->send ? 0 : capture->send - capture->held.length < fits ? (size_t)(capture->send - capture->held.length) : fits;
    bytes_add(&capture->held, piece, held);
    for (size_t done = 0; capture->keep >= 0 && !capture->keep_failed && done < fits;) {
        ssize_t written = write(capture->keep, piece + done, fits - done);
        if (written > 0)
            done += (size_t)written;
        else if (errno != EINTR)
            capture->keep_failed = true;
    }
    capture->seen += (uint64_t)length;
    if (capture->seen > limit)
        stop(running, STOP_OUTPUT);
    return true;
}

static void take_message(struct running *running, const struct message *message, const int folders[FOLDERS])
{
    struct outcome *outcome = running->outcome;
    switch (message->kind) {
    case MESSAGE_BROKEN:
        outcome->result = RESULT_BROKEN;
        failed("%s", message->text);
        break;
    case MESSAGE_READY:
        running->watch.proc = folders[FOLDER_PROC];
        running->watch.scratch = folders[FOLDER_SCRATCH];
        outcome->feedback = folders[FOLDER_FEEDBACK];
        running->watch.init_cpu_us = message->own_cpu_us;
        break;
    case MESSAGE_START:
        running->begun_us = message->at_us;
        running->next_sample_us = message->at_us + SAMPLE_US / 2;
        break;
    case MESSAGE_ABSENT:
        outcome->result = RESULT_ABSENT;
        failed("the jail has no program %s", message->text);
        break;
    case MESSAGE_TOO_BIG:
        running->address_space_too_small = true;
        break;
    case MESSAGE_NO_START: {
        static const char because[] = "cannot start the program: ";
        running->address_space_too_small |= message->status == ENOMEM;
        const char *text = strerror(message->status);
        struct bytes *held = &running->by->err.held;
        if (running->by->err.send >= sizeof because + strlen(text) + 1) {
            bytes_add(held, because, sizeof because - 1);
            bytes_add(held, text, strlen(text));
            bytes_add(held, "\n", 1);
        }
        break;
    }
    case MESSAGE_END:
        running->end_told = true;
        if (outcome->stop == STOP_NONE)
            running->ended_us = message->at_us;
        running->watch.init_cpu_us = message->own_cpu_us;
        outcome->signalled = WIFSIGNALED(message->status);
        outcome->code = WIFSIGNALED(message->status) ? WTERMSIG(message->status) : WEXITSTATUS(message->status);
        break;
    default:
        break;
    }
}

/* False when the control socket has ended: init is dying, and with it the jail. */
static bool take_messages(struct running *running)
{
    for (;;) {
        struct message message;
        int folders[FOLDERS] = {-1, -1, -1};
        int more = jail_receive(running->jail.control, &message, folders);
        if (more <= 0)
            return more == 0;
        take_message(running, &message, folders);
    }
}

static void sample(struct running *running, uint64_t now)
{
    const struct limits *limits = &running->by->request->limits;
    struct watch *watch = &running->watch;
    watch_sample(watch);
    if (watch->processes > limits->processes)
        stop(running, STOP_PROCESSES);
    else if (watch->memory > limits->memory || watch->descriptors > DESCRIPTORS_MOST)
        stop(running, STOP_MEMORY);
    else if (watch->cpu_us > limits->cpu_us)
        stop(running, STOP_CPU);
    if (watch->cpu_us >= running->next_spin_cpu_us) {
        running->spin_sum += inflation_read();
        running->spins++;
        running->next_spin_cpu_us = watch->cpu_us + SPIN_EVERY_US;
    }
    running->next_sample_us = now + SAMPLE_US;
}

static int milliseconds_until(uint64_t when, uint64_t now)
{
    return when <= now ? 0 : (int)((when - now + 999) / 1000);
}

/* One turn: waits for something to happen and deals with it. */
static void turn(struct running *running)
{
    const struct limits *limits = &running->by->request->limits;
    uint64_t now = now_us();
    uint64_t deadline = running->begun_us ? running->begun_us + limits->wall_us : running->by->asked_us + SET_UP_LONGEST_US;
    int timeout = 100;
    if (running->outcome->stop != STOP_NONE && now - running->ended_us > STOPPING_LONGEST_US)
        kill(running->jail.init, SIGKILL);
    if (running->alive && running->outcome->stop == STOP_NONE && !running->end_told) {
        uint64_t next = running->begun_us && running->next_sample_us < deadline ? running->next_sample_us : deadline;
        timeout = milliseconds_until(next, now);
    }
    enum { CONTROL, OUT, ERR, LISTEN, POLLED };
    struct pollfd polled[POLLED] = {
        [CONTROL] = {.fd = running->alive ? running->jail.control : -1, .events = POLLIN},
        [OUT] = {.fd = running->out_open ? running->jail.output : -1, .events = POLLIN},
        [ERR] = {.fd = running->err_open ? running->jail.error : -1, .events = POLLIN},
        [LISTEN] = {.fd = running->listening ? running->by->listen : -1, .events = POLLIN},
    };
    if (poll(polled, POLLED, timeout) < 0)
        return;
    /* Control first: what START says about the time must be known before the first sample. */
    if (polled[CONTROL].revents && !take_messages(running))
        running->alive = false;
    if (polled[OUT].revents)
        running->out_open = drain(running, running->jail.output, &running->by->out);
    if (polled[ERR].revents)
        running->err_open = drain(running, running->jail.error, &running->by->err);
    if (polled[LISTEN].revents) {
        enum interruption interruption = running->by->interrupt(running->by->context);
        if (interruption == KILL_IT)
            stop(running, STOP_KILLED);
        running->listening = interruption == GO_ON;
    }
    now = now_us();
    if (!running->alive || running->outcome->stop != STOP_NONE || running->end_told)
        return;
    if (running->begun_us && now >= running->next_sample_us)
        sample(running, now);
    if (now >= deadline)
        stop(running, STOP_WALL);
}

static void sum_up(struct running *running, const struct rusage *usage)
{
    const struct limits *limits = &running->by->request->limits;
    struct outcome *outcome = running->outcome;
    uint64_t cpu_us = (uint64_t)usage->ru_utime.tv_sec * 1000000 + (uint64_t)usage->ru_utime.tv_usec + (uint64_t)usage->ru_stime.tv_sec * 1000000
        + (uint64_t)usage->ru_stime.tv_usec;
    cpu_us = cpu_us > running->watch.init_cpu_us ? cpu_us - running->watch.init_cpu_us : 0;
    outcome->cpu_us = cpu_us > running->watch.cpu_us ? cpu_us : running->watch.cpu_us;
    outcome->memory_peak = running->watch.memory_peak;
    /* The largest process as the kernel saw it: what rose and fell between two samples. gVisor counts files in it that were mapped and only read. */
    uint64_t largest = (uint64_t)usage->ru_maxrss * 1024;
    largest -= largest < running->watch.shared_most ? largest : running->watch.shared_most;
    if (largest > outcome->memory_peak)
        outcome->memory_peak = largest;
    outcome->processes_peak = running->watch.processes_peak ? running->watch.processes_peak : 1;
    outcome->wall_us = running->begun_us && running->ended_us > running->begun_us ? running->ended_us - running->begun_us : 0;
    outcome->start_us = running->begun_us > running->by->asked_us ? running->begun_us - running->by->asked_us : 0;
    outcome->inflation = running->spins ? running->spin_sum / running->spins : 0;

    if (running->address_space_too_small) {
        outcome->memory_denied = true;
    } else if (outcome->memory_peak >= limits->memory / 10 * 9) {
        outcome->memory_denied = true;
    } else if (limits->address_space && running->watch.address_space_peak >= limits->address_space / 10 * 9) {
        outcome->memory_denied = true;
    }
    /* What ended by itself just past a limit, between two samples, is told like what we stopped: the same program always gets the same answer. */
    if (outcome->stop == STOP_NONE) {
        if (outcome->memory_peak > limits->memory)
            outcome->stop = STOP_MEMORY;
        else if (outcome->cpu_us > limits->cpu_us)
            outcome->stop = STOP_CPU;
        else if (running->by->out.seen > limits->output || running->by->err.seen > limits->output)
            outcome->stop = STOP_OUTPUT;
    }
}

static void check_end(struct running *running)
{
    struct outcome *outcome = running->outcome;
    if (outcome->result != RESULT_RAN || running->end_told)
        return;
    /* gVisor has no killer of its own that takes single processes: there whatever ended init, the program did it. */
    bool by_program = running->begun_us && strcmp(root_isolation(), "gvisor") == 0;
    if (outcome->stop == STOP_NONE && !by_program) {
        outcome->result = RESULT_BROKEN;
        failed("the jail's init was killed from outside; the machine may be out of memory");
    } else if (!running->begun_us && outcome->stop == STOP_WALL) {
        outcome->result = RESULT_BROKEN;
        failed("the jail was not set up within %d seconds; the machine is overloaded", SET_UP_LONGEST_US / 1000000);
    } else {
        outcome->signalled = true;
        outcome->code = SIGKILL;
        if (!running->ended_us)
            running->ended_us = now_us();
    }
}

static void run(struct supervision *supervision, struct outcome *outcome, bool may_be_warm, bool *try_cold)
{
    const struct exec_request *request = supervision->request;
    struct running running = {
        .by = supervision,
        .outcome = outcome,
        .watch = {.proc = -1, .scratch = -1, .memory_limit = request->limits.memory, .processes_limit = request->limits.processes, .box = request->writable ? request->box : 0},
        .out_open = true,
        .err_open = true,
        .alive = true,
        .listening = supervision->listen >= 0,
        .next_spin_cpu_us = SPIN_EVERY_US / 2,
    };
    *outcome = (struct outcome){.feedback = -1};
    watch_prepare();
    if (request->writable)
        running.watch.box_before = boxes_used(request->box);
    if (jail_start(request, supervision->input, may_be_warm, &running.jail) != 0) {
        outcome->result = RESULT_BROKEN;
        return;
    }
    outcome->warm = running.watch.warm = running.jail.warm;
    while (running.alive)
        turn(&running);
    /* Init is pid 1: its end is the end of everything in the jail, and waiting for it waits for all of them. */
    struct rusage usage = {0};
    while (wait4(running.jail.init, NULL, 0, &usage) < 0 && errno == EINTR) {
    }
    while (running.out_open)
        running.out_open = drain(&running, running.jail.output, &supervision->out);
    while (running.err_open)
        running.err_open = drain(&running, running.jail.error, &supervision->err);
    if (network_refresh() != 0)
        outcome->result = RESULT_BROKEN;
    check_end(&running);
    sum_up(&running, &usage);
    close(running.jail.control);
    close(running.jail.output);
    close(running.jail.error);
    watch_free(&running.watch);
    *try_cold = running.jail.warm && outcome->result == RESULT_BROKEN && !running.begun_us;
    /* A feedback folder is only there when one was asked for; else it is an empty one of the read-only root. */
    if (!request->feedback && outcome->feedback >= 0) {
        close(outcome->feedback);
        outcome->feedback = -1;
    }
}

void supervise(struct supervision *supervision, struct outcome *outcome)
{
    bool try_cold = false;
    run(supervision, outcome, supervision->request->warm != NULL, &try_cold);
    if (!try_cold)
        return;
    /* A warm start that came to nothing is not the program's affair: it has not begun. */
    if (outcome->feedback >= 0)
        close(outcome->feedback);
    run(supervision, outcome, false, &try_cold);
}
