/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "supervise.h"

#include "boxes.h"
#include "clock.h"
#include "failure.h"
#include "feed.h"
#include "inflation.h"
#include "jail.h"
#include "network.h"
#include "root.h"
#include "warm.h"
#include "watch.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define SAMPLE_US 10000
/* Looking takes no more than a tenth of the time: on a busy machine it takes longer, and programs get less done meanwhile. But it is never left for so long. */
#define SAMPLE_SHARE 10
#define SAMPLE_LONGEST_US 50000
#define SET_UP_LONGEST_US 10000000
/* Behind each may lie a fifth of a MiB of a socket's buffer, memory that no process is charged for. */
#define DESCRIPTORS_MOST 1024
#define STOPPING_LONGEST_US 100000
#define SPIN_EVERY_US 200000 /* of the program's CPU time */
/* After a program's bad end the other has so long to come to its own, from when it has taken the last that was said, before it learns of that end. */
#define END_HELD_BACK_US 100000

struct running {
    struct supervision *all;
    struct supervised *by;
    struct outcome *outcome;
    struct running *other; /* null: it is alone */
    struct feed feed;      /* into its stdin, when there is another */
    struct jail jail;
    struct watch watch;
    bool out_open, err_open, alive;
    uint64_t begun_us; /* START's time; 0: not yet */
    uint64_t ended_us;
    bool end_told;
    uint64_t heard_us;  /* when its stdout had ended and the other was seen to have taken all of it; 0: not yet */
    uint64_t told_us;   /* when its input ended because the other prints no more; 0: not yet */
    bool knew;          /* it was told so before its own end */
    uint64_t next_sample_us;
    uint64_t next_spin_cpu_us;
    uint64_t spins, spin_sum;
    bool address_space_too_small;
};

const char *stop_name(enum stop stop)
{
    static const char *const names[] = {"none", "cpu", "wall", "memory", "output", "processes", "killed", "partner"};
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

/* False at the end of the pipe. */
static bool drain(struct running *running, int fd, struct capture *capture)
{
    static uint8_t piece[FEED_ROOM];
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
    if (running->other && capture == &running->by->out)
        feed_give(&running->other->feed, piece, fits);
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
    case MESSAGE_START:
        running->watch.proc = folders[FOLDER_PROC];
        running->watch.scratch = folders[FOLDER_SCRATCH];
        outcome->feedback = folders[FOLDER_FEEDBACK];
        running->watch.init_cpu_us = message->own_cpu_us;
        running->begun_us = message->at_us;
        running->next_sample_us = message->at_us + SAMPLE_US;
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
        running->knew = running->told_us && running->told_us <= message->at_us;
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
    uint64_t pause = SAMPLE_SHARE * (now_us() - now);
    pause = pause < SAMPLE_US ? SAMPLE_US : pause > SAMPLE_LONGEST_US ? SAMPLE_LONGEST_US : pause;
    running->next_sample_us = now + pause;
}

static int milliseconds_until(uint64_t when, uint64_t now)
{
    return when <= now ? 0 : (int)((when - now + 999) / 1000);
}

static bool is_over(const struct running *running)
{
    return running->end_told || !running->alive;
}

static bool ended_well(const struct running *running)
{
    const struct outcome *outcome = running->outcome;
    return running->end_told && outcome->result == RESULT_RAN && outcome->stop == STOP_NONE && !outcome->signalled && outcome->code == 0;
}

static uint64_t deadline_of(const struct running *running)
{
    return running->begun_us ? running->begun_us + running->by->request->limits.wall_us : running->all->asked_us + SET_UP_LONGEST_US;
}

/*
 * When the other may learn that this one prints no more; 0: not yet. A program's pipes end a moment before its end is told, and who ended first decides on
 * whose word counts. So the other learns nothing before; and nothing of a crash before what was said last can have had its effect.
 */
static uint64_t tell_silence_at(struct running *running, uint64_t now)
{
    if (!running->other || running->out_open || !feed_is_open(&running->other->feed) || !feed_is_empty(&running->other->feed))
        return 0;
    bool is_first = running->by == running->all->programs;
    if (is_over(running) && (!is_first || ended_well(running)))
        return now;
    if (!running->heard_us && feed_is_taken(&running->other->feed))
        running->heard_us = now;
    if (!running->heard_us)
        return now + SAMPLE_US; /* to look again */
    uint64_t since = running->heard_us > running->ended_us ? running->heard_us : running->ended_us;
    return since + END_HELD_BACK_US;
}

/* When something is due for this program at the latest, without any event. */
static uint64_t next_due(struct running *running, uint64_t now)
{
    uint64_t due = tell_silence_at(running, now);
    if (running->alive && running->outcome->stop == STOP_NONE && !running->end_told) {
        uint64_t deadline = deadline_of(running);
        uint64_t own = running->begun_us && running->next_sample_us < deadline ? running->next_sample_us : deadline;
        due = due && due < own ? due : own;
    }
    return due;
}

/* Who has ended prints and reads no more, also where the other ends of its pipes are not gone: it can have left them where drain_rest() says. */
static void see_ends_of_pipes(struct running *running)
{
    struct pollfd polled = {.fd = running->jail.output, .events = POLLIN};
    if (!is_over(running))
        return;
    feed_close(&running->feed);
    if (running->out_open && poll(&polled, 1, 0) == 0)
        running->out_open = false;
}

/* What one program's end means for the other. */
static void deal_with_ends(struct running *running)
{
    struct running *other = running->other;
    if (!other)
        return;
    see_ends_of_pipes(running);
    uint64_t now = now_us(), tell_at = tell_silence_at(running, now);
    if (tell_at && tell_at <= now) {
        other->told_us = now;
        feed_close(&other->feed);
    }
    if (!is_over(running) || is_over(other))
        return;
    const struct outcome *outcome = running->outcome;
    uint64_t let_go = other->by->request->let_go; /* the first's alone says something */
    bool as_agreed = running->end_told && outcome->stop == STOP_NONE && !outcome->signalled && (uint64_t)outcome->code == let_go;
    if (outcome->result != RESULT_RAN || (let_go != LET_GO_ALWAYS && !as_agreed))
        stop(other, STOP_PARTNER);
}

enum { CONTROL, OUT, ERR, FEED, POLLED_OF_EACH };

static void prepare_poll(const struct running *running, struct pollfd polled[POLLED_OF_EACH])
{
    const struct running *other = running->other;
    /* What is printed past the limit is of no use to anybody: it waits in the pipe for the program's end. */
    bool listen = running->outcome->stop != STOP_OUTPUT || is_over(running);
    /* Who prints is not read while the other has not taken what was printed before. */
    bool read_out = listen && running->out_open && (!other || feed_is_empty(&other->feed));
    polled[CONTROL] = (struct pollfd){.fd = running->alive ? running->jail.control : -1, .events = POLLIN};
    polled[OUT] = (struct pollfd){.fd = read_out ? running->jail.output : -1, .events = POLLIN};
    polled[ERR] = (struct pollfd){.fd = listen && running->err_open ? running->jail.error : -1, .events = POLLIN};
    polled[FEED] = (struct pollfd){.fd = other ? running->feed.end : -1, .events = feed_is_empty(&running->feed) ? 0 : POLLOUT};
}

static void read_polled(struct running *running, const struct pollfd polled[POLLED_OF_EACH])
{
    if (polled[OUT].revents)
        running->out_open = drain(running, running->jail.output, &running->by->out);
    if (polled[ERR].revents)
        running->err_open = drain(running, running->jail.error, &running->by->err);
    if (polled[FEED].revents & (POLLERR | POLLNVAL)) /* it reads no more, and what is said to it is dropped */
        feed_close(&running->feed);
    else if (polled[FEED].revents)
        feed_push(&running->feed);
}

static void check_limits(struct running *running)
{
    uint64_t now = now_us();
    if (!running->alive || running->outcome->stop != STOP_NONE || running->end_told)
        return;
    if (running->begun_us && now >= running->next_sample_us)
        sample(running, now);
    if (now >= deadline_of(running))
        stop(running, STOP_WALL);
}

static void hear(struct running *running, size_t count, bool *listening)
{
    struct supervision *all = running[0].all;
    enum interruption interruption = all->interrupt(all->context);
    for (size_t i = 0; interruption == KILL_IT && i < count; i++)
        stop(&running[i], STOP_KILLED);
    *listening = interruption == GO_ON;
}

/* One turn: waits for something to happen and deals with it. */
static void turn(struct running *running, size_t count, bool *listening)
{
    struct supervision *all = running[0].all;
    struct pollfd polled[2 * POLLED_OF_EACH + 1];
    uint64_t now = now_us(), due = now + 100000;
    for (size_t i = 0; i < count; i++) {
        if (running[i].outcome->stop != STOP_NONE && running[i].alive && now - running[i].ended_us > STOPPING_LONGEST_US)
            kill(running[i].jail.init, SIGKILL);
        uint64_t own = next_due(&running[i], now);
        due = own && own < due ? own : due;
        prepare_poll(&running[i], polled + i * POLLED_OF_EACH);
    }
    struct pollfd *listen = &polled[count * POLLED_OF_EACH];
    *listen = (struct pollfd){.fd = *listening ? all->listen : -1, .events = POLLIN};
    if (poll(polled, (nfds_t)(count * POLLED_OF_EACH + 1), milliseconds_until(due, now)) < 0)
        return;
    /* Control first: what START says about the time must be known before the first sample, and an end before what it means for the other. */
    for (size_t i = 0; i < count; i++)
        if (polled[i * POLLED_OF_EACH + CONTROL].revents && !take_messages(&running[i]))
            running[i].alive = false;
    for (size_t i = 0; i < count; i++)
        read_polled(&running[i], polled + i * POLLED_OF_EACH);
    for (size_t i = 0; i < count; i++)
        deal_with_ends(&running[i]);
    if (listen->revents)
        hear(running, count, listening);
    for (size_t i = 0; i < count; i++)
        check_limits(&running[i]);
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
    outcome->start_us = running->begun_us > running->all->asked_us ? running->begun_us - running->all->asked_us : 0;
    running->watch.processes = 0; /* all are dead */
    watch_others(&running->watch);
    outcome->crowded = running->watch.crowded;
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

static void begin(struct running *running, struct supervision *all, size_t which)
{
    struct supervised *by = &all->programs[which];
    const struct exec_request *request = by->request;
    *running = (struct running){
        .all = all,
        .by = by,
        .outcome = &by->outcome,
        .feed = {.end = -1},
        .jail = {.init = -1, .control = -1, .output = -1, .error = -1},
        .watch = {.proc = -1, .scratch = -1, .memory_limit = request->limits.memory, .processes_limit = request->limits.processes, .box = request->writable ? request->box : 0},
        .next_spin_cpu_us = SPIN_EVERY_US / 2,
    };
    by->outcome = (struct outcome){.feedback = -1};
    by->out.seen = by->err.seen = by->out.held.length = by->err.held.length = 0;
    if (request->writable)
        running->watch.box_before = boxes_used(request->box);
}

static bool start(struct running *running, bool may_be_warm)
{
    int input = running->by->input, kept[6];
    size_t count = 0;
    if (running->other && feed_open(&running->feed, &input) != 0)
        return false;
    for (const struct running *each = running->all->count == 2 ? running : NULL; each; each = each == running ? running->other : NULL) {
        const int ends[] = {each->feed.end, each->jail.control, each->jail.output, each->jail.error};
        for (size_t i = 0; i < sizeof ends / sizeof *ends && count < sizeof kept / sizeof *kept - 1; i++)
            if (ends[i] >= 0)
                kept[count++] = ends[i];
    }
    kept[count] = -1;
    /* Joined programs run at the same time, so the second cannot have the network that the first is in. */
    struct jail_birth birth = {.input = input, .may_be_warm = may_be_warm, .own_network = running->by != running->all->programs, .kept = kept};
    bool started = jail_start(running->by->request, &birth, &running->jail) == 0;
    if (running->other)
        close(input);
    if (!started)
        return false;
    running->alive = running->out_open = running->err_open = true;
    running->outcome->warm = running->jail.warm;
    if (running->jail.warm)
        warm_memory(&running->watch.warm_share);
    return true;
}

/*
 * All are dead, so what is in the pipe is all there is. It need not have ended for that: a program can leave its writing end in a socket that is on its way
 * through itself, where Linux finds it some time later and gVisor never. Only where init had to be killed some may still be dying (gVisor does not wait).
 */
static void drain_rest(struct running *running, int fd, struct capture *capture)
{
    const uint64_t until = now_us() + (running->end_told ? 0 : STOPPING_LONGEST_US);
    for (bool more = true; more;) {
        struct pollfd polled = {.fd = fd, .events = POLLIN};
        more = poll(&polled, 1, milliseconds_until(until, now_us())) == 1 && drain(running, fd, capture);
    }
}

static void finish(struct running *running)
{
    struct outcome *outcome = running->outcome;
    /* Init is pid 1: its end is the end of everything in the jail, and waiting for it waits for all of them. */
    struct rusage usage = {0};
    while (running->jail.init > 0 && wait4(running->jail.init, NULL, 0, &usage) < 0 && errno == EINTR) {
    }
    if (running->out_open)
        drain_rest(running, running->jail.output, &running->by->out);
    if (running->err_open)
        drain_rest(running, running->jail.error, &running->by->err);
    if (running->jail.init > 0) {
        check_end(running);
        sum_up(running, &usage);
        close(running->jail.control);
        close(running->jail.output);
        close(running->jail.error);
    }
    watch_free(&running->watch);
    /* A feedback folder is only there when one was asked for; else it is an empty one of the read-only root. */
    if (!running->by->request->feedback && outcome->feedback >= 0) {
        close(outcome->feedback);
        outcome->feedback = -1;
    }
}

static void run(struct supervision *all, bool may_be_warm, bool *try_cold)
{
    static struct running running[2]; /* large, for their feeds */
    size_t count = all->count;
    bool listening = all->listen >= 0, started = true;
    watch_prepare();
    for (size_t i = 0; i < count; i++)
        begin(&running[i], all, i);
    for (size_t i = 0; i < count; i++)
        running[i].other = count == 2 ? &running[1 - i] : NULL;
    for (size_t i = 0; started && i < count; i++) {
        started = start(&running[i], may_be_warm);
        if (!started)
            running[i].outcome->result = RESULT_BROKEN;
    }
    if (all->spoken_to)
        hear(running, count, &listening);
    while (running[0].alive || (count == 2 && running[1].alive))
        turn(running, count, &listening);
    for (size_t i = 0; i < count; i++)
        feed_close(&running[i].feed);
    for (size_t i = 0; i < count; i++)
        finish(&running[i]);
    if (network_refresh() != 0)
        running[0].outcome->result = RESULT_BROKEN;
    *try_cold = false;
    for (size_t i = 0; i < count; i++)
        if (running[i].jail.warm && !running[i].begun_us)
            warm_distrust();
    for (size_t i = 0; i < count; i++)
        *try_cold |= running[i].jail.warm && running[i].outcome->result == RESULT_BROKEN && !running[i].begun_us;
    bool unaware = running[1].end_told && running[1].outcome->stop == STOP_NONE && !running[1].knew;
    all->second_ended_first = count == 2 && (unaware || running[1].ended_us < running[0].ended_us);
}

static void close_feedback(struct supervision *all)
{
    for (size_t i = 0; i < all->count; i++) {
        if (all->programs[i].outcome.feedback >= 0)
            close(all->programs[i].outcome.feedback);
        all->programs[i].outcome.feedback = -1;
    }
}

void supervise(struct supervision *all)
{
    bool try_cold = false;
    run(all, true, &try_cold);
    if (!try_cold)
        return;
    /* A warm start that came to nothing is not the program's affair: it has not begun. */
    close_feedback(all);
    run(all, false, &try_cold);
}

void supervision_free(struct supervision *all)
{
    close_feedback(all);
    for (size_t i = 0; i < all->count; i++) {
        bytes_free(&all->programs[i].out.held);
        bytes_free(&all->programs[i].err.held);
    }
}
