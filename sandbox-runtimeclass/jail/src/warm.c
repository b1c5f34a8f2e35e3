/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "warm.h"

#include "../hook/hook.h"
#include "clock.h"
#include "network.h"
#include "program.h"
#include "root.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define KINDS 4        /* command lines that an interpreter is kept for: run, compile, validator, and one to change */
#define FAILURES_MOST 3
#define ANSWER_MS 2000
#define REST_MS 250
#define STACK_MOST (1ull << 30)
/* Below these an interpreter may not even start, and it is the cold start that tells how. */
#define LEAST_ADDRESS_SPACE (128ull << 20)
#define LEAST_MEMORY (32ull << 20)

/*
 * Copies of one interpreter have its hash seed and its addresses in common. So it serves few runs: the next one is prepared after this many, and as soon
 * as nobody asks for anything for a moment. While that one starts the old one goes on, up to the second figure.
 */
#define USES 32
#define USES_MOST 64

#define KEY_HEAD 2u

static const char hook_path[] = "/warm.so";
static const char input_path[] = "/warm.input";

extern const uint8_t hook_library[], hook_library_end[];

struct interpreter {
    pid_t pid; /* 0: none */
    int line;
    bool ready;
    unsigned uses;
    unsigned network;
    uint64_t resident;
};

struct kind {
    char *key; /* null: free */
    size_t key_length;
    char **arguments, **environment; /* into the key; the second with room for one more */
    const char *path;
    struct interpreter now, next;
    unsigned failures; /* in a row: this command line cannot wait */
    uint64_t asked_us;
};

static struct kind kinds[KINDS];
static struct interpreter *used_last;
static bool possible;
static bool strays; /* from now on a child may end that nobody waits for */

void warm_prepare(void)
{
    int library = open(hook_path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    int input = open(input_path, O_RDONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0444);
    size_t length = (size_t)(hook_library_end - hook_library);
    possible = library >= 0 && input >= 0 && write(library, hook_library, length) == (ssize_t)length && prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0;
    if (library >= 0)
        close(library);
    if (input >= 0)
        close(input);
}

static void end(struct interpreter *interpreter)
{
    if (!interpreter->pid)
        return;
    close(interpreter->line);
    kill(interpreter->pid, SIGKILL);
    while (waitpid(interpreter->pid, NULL, 0) < 0 && errno == EINTR) {
    }
    *interpreter = (struct interpreter){0};
}

/* A validator never shares an interpreter with the programs that it judges, nor a compiler with what it compiled. */
static size_t make_key(const struct exec_request *request, char *room)
{
    size_t length = 0;
    const struct texts *lists[] = {&request->arguments, &request->environment};
    char where[KEY_HEAD] = {request->box, request->writable ? 'w' : 'r'};
    if (room)
        memcpy(room, where, sizeof where);
    length += sizeof where;
    for (size_t list = 0; list < 2; list++) {
        for (size_t i = 0; i <= lists[list]->count; i++) {
            const char *text = i == lists[list]->count ? request->warm : lists[list]->at[i];
            if (room)
                memcpy(room + length, text, strlen(text) + 1);
            length += strlen(text) + 1;
        }
    }
    return length;
}

static bool can_be_warm(const struct exec_request *request)
{
    const struct limits *limits = &request->limits;
    if (!possible || !request->warm || request->frame_length > HOOK_FRAME_MOST || limits->stack > STACK_MOST || limits->memory < LEAST_MEMORY
        || (limits->address_space && limits->address_space < LEAST_ADDRESS_SPACE))
        return false;
    for (size_t i = 0; i < request->environment.count; i++)
        if (strncmp(request->environment.at[i], "LD_", 3) == 0)
            return false;
    return true;
}

static struct kind *find(const struct exec_request *request)
{
    size_t length = make_key(request, NULL);
    char *key = malloc(length);
    struct kind *found = NULL;
    if (key)
        make_key(request, key);
    for (size_t i = 0; key && !found && i < KINDS; i++)
        if (kinds[i].key && kinds[i].key_length == length && memcmp(kinds[i].key, key, length) == 0)
            found = &kinds[i];
    free(key);
    return found;
}

static struct kind *make(const struct exec_request *request)
{
    struct kind *oldest = &kinds[0];
    for (size_t i = 1; i < KINDS; i++)
        if (kinds[i].asked_us < oldest->asked_us)
            oldest = &kinds[i];
    end(&oldest->now);
    end(&oldest->next);
    free(oldest->key);
    free(oldest->arguments);
    *oldest = (struct kind){.key_length = make_key(request, NULL)};
    oldest->key = malloc(oldest->key_length);
    oldest->arguments = calloc(request->arguments.count + request->environment.count + 3, sizeof *oldest->arguments);
    if (!oldest->key || !oldest->arguments) {
        free(oldest->key);
        free(oldest->arguments);
        *oldest = (struct kind){0};
        return NULL;
    }
    make_key(request, oldest->key);
    char *at = oldest->key + KEY_HEAD;
    for (size_t i = 0; i < request->arguments.count; i++, at += strlen(at) + 1)
        oldest->arguments[i] = at;
    oldest->path = at;
    at += strlen(at) + 1;
    oldest->environment = oldest->arguments + request->arguments.count + 1;
    for (size_t i = 0; i < request->environment.count; i++, at += strlen(at) + 1)
        oldest->environment[i] = at;
    return oldest;
}

/* In the new process. What the interpreter looks at while it starts, the kinds of its standard streams above all, is as it will be for programs. */
static _Noreturn void become_interpreter(const struct kind *kind, int line)
{
    static char preload[] = "LD_PRELOAD=/warm.so";
    int streams[2];
    char room[512];
    const char *path = program_find(kind->arguments[0], room, sizeof room);
    struct rlimit stack;
    prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
    program_reset_signals();
    setsid();
    int input = open(input_path, O_RDONLY | O_CLOEXEC);
    if (!path || input < 0 || pipe2(streams, O_CLOEXEC) != 0 || chdir("/work") != 0)
        _exit(3);
    if (dup2(input, 0) < 0 || dup2(streams[1], 1) < 0 || dup2(streams[1], 2) < 0 || (line != HOOK_LINE && dup2(line, HOOK_LINE) < 0))
        _exit(3);
    fcntl(HOOK_LINE, F_SETFD, 0);
#ifdef SYS_close_range
    if (syscall(SYS_close_range, HOOK_LINE + 1u, ~0u, 0u) != 0)
#endif
        for (int fd = HOOK_LINE + 1; fd < 1024; fd++)
            close(fd);
    /* The kernel lays memory out so that the stack may grow to its limit: it must leave room for the largest that a run may have. */
    if (getrlimit(RLIMIT_STACK, &stack) == 0) {
        stack.rlim_cur = stack.rlim_max < STACK_MOST ? stack.rlim_max : STACK_MOST;
        setrlimit(RLIMIT_STACK, &stack);
    }
    char **last = kind->environment;
    while (*last)
        last++;
    *last = preload; /* the last, so that it can be wiped */
    execve(path, kind->arguments, kind->environment);
    _exit(3);
}

static void start(struct kind *kind, struct interpreter *interpreter)
{
    char path[HOOK_PATH_ROOM] = "";
    int line[2];
    if (kind->failures >= FAILURES_MOST || socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, line) != 0)
        return;
    memcpy(path, kind->path, strlen(kind->path) + 1);
    pid_t pid = send(line[0], path, sizeof path, MSG_NOSIGNAL) == (ssize_t)sizeof path ? fork() : -1;
    if (pid == 0)
        become_interpreter(kind, line[1]);
    close(line[1]);
    if (pid < 0)
        close(line[0]);
    else
        *interpreter = (struct interpreter){.pid = pid, .line = line[0], .network = network_generation()};
}

/* Without waiting: hears whether it has arrived, or is gone. */
static void look_at(struct kind *kind, struct interpreter *interpreter)
{
    struct hook_ready ready;
    if (!interpreter->pid)
        return;
    ssize_t length = recv(interpreter->line, &ready, sizeof ready, MSG_DONTWAIT);
    if (length < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (length == sizeof ready && !interpreter->ready) {
        interpreter->ready = true;
        interpreter->resident = ready.resident;
        kind->failures = 0;
        return;
    }
    kind->failures += interpreter->ready ? 0 : 1;
    end(interpreter);
}

static void look_at_both(struct kind *kind)
{
    look_at(kind, &kind->now);
    look_at(kind, &kind->next);
    if (kind->now.network != network_generation())
        end(&kind->now);
    if (kind->next.network != network_generation())
        end(&kind->next);
    if (kind->next.ready || !kind->now.pid) {
        end(&kind->now);
        kind->now = kind->next;
        kind->next = (struct interpreter){0};
    }
}

static bool send_with(int socket, struct iovec *pieces, size_t count, const int *descriptors, size_t descriptor_count)
{
    union {
        char room[CMSG_SPACE(3 * sizeof(int))];
        struct cmsghdr align;
    } extra = {{0}};
    struct msghdr header = {.msg_iov = pieces, .msg_iovlen = count, .msg_control = extra.room, .msg_controllen = CMSG_SPACE(descriptor_count * sizeof(int))};
    struct cmsghdr *part = CMSG_FIRSTHDR(&header);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(descriptor_count * sizeof(int));
    memcpy(CMSG_DATA(part), descriptors, descriptor_count * sizeof(int));
    return sendmsg(socket, &header, MSG_NOSIGNAL | MSG_DONTWAIT) > 0;
}

static bool ask_for_init(int line, int control, struct hook_made *made)
{
    char word = 'J';
    struct iovec piece = {.iov_base = &word, .iov_len = 1};
    if (!send_with(line, &piece, 1, &control, 1))
        return false;
    uint64_t until = now_us() + ANSWER_MS * 1000ull;
    for (uint64_t now = now_us(); now < until; now = now_us()) {
        struct pollfd polled = {.fd = line, .events = POLLIN};
        if (poll(&polled, 1, (int)((until - now) / 1000) + 1) > 0)
            return recv(line, made, sizeof *made, MSG_DONTWAIT) == sizeof *made && made->init > 0;
    }
    return false;
}

static bool give_order(const struct exec_request *request, int control, const int streams[3])
{
    struct hook_order order = {
        .sharing = root_sharing(), .in_gvisor = strcmp(root_isolation(), "gvisor") == 0, .frame_length = (uint32_t)request->frame_length};
    struct iovec pieces[] = {{.iov_base = &order, .iov_len = sizeof order}, {.iov_base = (void *)(uintptr_t)request->frame, .iov_len = request->frame_length}};
    return send_with(control, pieces, 2, streams, 3);
}

bool warm_start(const struct exec_request *request, const int streams[3], const int control[2], pid_t *init)
{
    struct kind *kind = can_be_warm(request) ? find(request) : NULL;
    used_last = NULL;
    if (!kind)
        return false;
    look_at_both(kind);
    struct interpreter *interpreter = &kind->now;
    if (!interpreter->ready || interpreter->uses >= USES_MOST)
        return false;
    struct hook_made made = {0};
    if (!ask_for_init(interpreter->line, control[1], &made)) {
        end(interpreter);
        strays = true; /* an init that it made all the same ends when the caller closes `control` */
        return false;
    }
    interpreter->uses++;
    if (!give_order(request, control[0], streams)) {
        kill(made.init, SIGKILL);
        while (waitpid(made.init, NULL, 0) < 0 && errno == EINTR) {
        }
        return false;
    }
    used_last = interpreter;
    *init = made.init;
    return true;
}

/* Only between runs: a jail's init is waited for by the one who started it. */
static void reap_strays(void)
{
    pid_t pid;
    while (strays && (pid = waitpid(-1, NULL, WNOHANG)) > 0) {
        for (size_t i = 0; i < KINDS; i++) {
            struct interpreter *both[] = {&kinds[i].now, &kinds[i].next};
            for (size_t k = 0; k < 2; k++) {
                if (both[k]->pid != pid)
                    continue;
                close(both[k]->line);
                *both[k] = (struct interpreter){0};
            }
        }
    }
}

void warm_tend(const struct exec_request *request)
{
    if (!can_be_warm(request))
        return;
    struct kind *kind = find(request);
    if (!kind && !(kind = make(request)))
        return;
    kind->asked_us = now_us();
    reap_strays();
    look_at_both(kind);
    if (!kind->now.pid)
        start(kind, &kind->now);
    else if (kind->now.uses >= USES && !kind->next.pid)
        start(kind, &kind->next);
}

int warm_rest_after(void)
{
    for (size_t i = 0; i < KINDS; i++)
        if (kinds[i].key && kinds[i].failures < FAILURES_MOST && (kinds[i].now.uses || kinds[i].next.pid))
            return REST_MS;
    return -1;
}

void warm_rest(void)
{
    reap_strays();
    for (size_t i = 0; i < KINDS; i++) {
        if (!kinds[i].key)
            continue;
        look_at_both(&kinds[i]);
        if (kinds[i].now.uses && !kinds[i].next.pid)
            start(&kinds[i], &kinds[i].next);
    }
}

void warm_distrust(void)
{
    for (size_t i = 0; i < KINDS; i++) {
        end(&kinds[i].now);
        end(&kinds[i].next);
    }
    used_last = NULL;
}

uint64_t warm_memory(uint64_t *own_share)
{
    uint64_t sum = 0;
    *own_share = used_last ? used_last->resident : 0;
    for (size_t i = 0; i < KINDS; i++)
        sum += (kinds[i].now.ready ? kinds[i].now.resident : 0) + (kinds[i].next.ready ? kinds[i].next.resident : 0);
    return sum;
}
