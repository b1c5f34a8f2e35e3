/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/*
 * Loaded into an interpreter in front of the C library. Its start goes on as always until it first names its program's file. There it waits. For each run it
 * makes init of a new jail, a process that shares its memory but nothing else, and init's copy, confined, goes on where the interpreter was stopped, by now
 * inside the jail.
 *
 * It refuses to wait with more than one thread or with files open: neither would be in the copy.
 *
 * Init shares the memory because a copy for it alone would be half of a start's cost, in gVisor above all: each page that it or the program then wrote to
 * would be copied again. So while an init lives, which is as long as its run, the interpreter does nothing but wait for the server's next word; and what init
 * was told lies in memory of its own, which is wiped before the next one is made.
 */
#include "hook.h"

#include "failure.h"
#include "init.h"
#include "jail.h"
#include "network.h"
#include "program.h"
#include "root.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#if __has_include(<sys/rseq.h>)
#include <sys/rseq.h>
#endif
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#define PUBLIC __attribute__((visibility("default")))

extern char **environ;

static char awaited[HOOK_PATH_ROOM];
static bool waiting_is_due;
static char name[16];
/* Init blanks its command line, which is ours too, once the program has its own copy. */
static char *command_line, *command_line_copy;
static size_t command_line_length;
static volatile pid_t made;
static sigset_t handled; /* signals that the interpreter has changed */

/* An init's own memory. */
struct own {
    uint8_t frame[HOOK_FRAME_MOST]; /* what it is told */
    char texts[REQUEST_ROOM(HOOK_FRAME_MOST)]; /* and what is read from it */
    size_t frame_used;
    uint64_t stack[8192];
};
static struct own *own;

/* For the program, once it was forked: the way back to the interpreter's own stack, and what it is to become. */
static jmp_buf way_back;
static const struct init_plan *planned;

/* The interpreter shows its environment to programs, and /proc shows the memory behind it. */
static void forget_preload(void)
{
    static const char variable[] = "LD_PRELOAD=";
    for (char **entry = environ; entry && *entry; entry++) {
        if (strncmp(*entry, variable, sizeof variable - 1) != 0)
            continue;
        memset(*entry, 0, strlen(*entry));
        for (char **rest = entry; (*rest = rest[1]); rest++) {
        }
        return;
    }
}

__attribute__((constructor)) static void begin(int count, char **arguments, char **environment)
{
    (void)environment;
    forget_preload();
    if (count < 1 || recv(HOOK_LINE, awaited, sizeof awaited, 0) != (ssize_t)sizeof awaited)
        _exit(3);
    awaited[sizeof awaited - 1] = 0;
    fcntl(HOOK_LINE, F_SETFD, FD_CLOEXEC);
    command_line = arguments[0];
    command_line_length = (size_t)(arguments[count - 1] + strlen(arguments[count - 1]) - arguments[0]);
    command_line_copy = malloc(command_line_length);
    if (!command_line_copy)
        _exit(3);
    memcpy(command_line_copy, command_line, command_line_length);
    init_remember_command_line(command_line, command_line + command_line_length);
    waiting_is_due = true;
}

static void remember_signals(void)
{
    struct sigaction now;
    sigemptyset(&handled);
    for (int number = 1; number < NSIG; number++)
        if (sigaction(number, NULL, &now) == 0 && (now.sa_flags & SA_SIGINFO || now.sa_handler != SIG_DFL))
            sigaddset(&handled, number);
}

static int count_entries(const char *path)
{
    int count = 0;
    DIR *entries = opendir(path);
    if (!entries)
        return 0;
    for (struct dirent *entry; (entry = readdir(entries));)
        count += entry->d_name[0] != '.';
    closedir(entries);
    return count;
}

static uint64_t resident(void)
{
    char text[128] = "";
    int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    if (read(fd, text, sizeof text - 1) < 0)
        text[0] = 0;
    close(fd);
    const char *second = strchr(text, ' ');
    return second ? strtoull(second, NULL, 10) * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

/* 1: the new jail's control socket is in `*control`; 0: the server is gone, or wants no more. */
static int hear_order(int *control)
{
    union {
        char room[CMSG_SPACE(sizeof(int))];
        struct cmsghdr align;
    } extra;
    char word;
    struct iovec piece = {.iov_base = &word, .iov_len = 1};
    struct msghdr header = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = extra.room, .msg_controllen = sizeof extra.room};
    ssize_t length;
    do
        length = recvmsg(HOOK_LINE, &header, MSG_CMSG_CLOEXEC);
    while (length < 0 && errno == EINTR);
    struct cmsghdr *part = length == 1 ? CMSG_FIRSTHDR(&header) : NULL;
    if (!part || part->cmsg_type != SCM_RIGHTS || part->cmsg_len != CMSG_LEN(sizeof(int)))
        return 0;
    memcpy(control, CMSG_DATA(part), sizeof(int));
    return 1;
}

static _Noreturn void broken(int control, const char *text)
{
    struct message message = {.kind = MESSAGE_BROKEN};
    snprintf(message.text, sizeof message.text, "%s", text);
    control_send(control, &message);
    _exit(1);
}

/* In what will be init. */
static void hear_plan(int control, struct request *request, struct init_plan *plan)
{
    struct hook_order order = {0};
    int streams[3];
    union {
        char room[CMSG_SPACE(sizeof streams)];
        struct cmsghdr align;
    } extra;
    struct iovec pieces[] = {{.iov_base = &order, .iov_len = sizeof order}, {.iov_base = own->frame, .iov_len = sizeof own->frame}};
    struct msghdr header = {.msg_iov = pieces, .msg_iovlen = 2, .msg_control = extra.room, .msg_controllen = sizeof extra.room};
    ssize_t length;
    do
        length = recvmsg(control, &header, MSG_CMSG_CLOEXEC);
    while (length < 0 && errno == EINTR);
    struct cmsghdr *part = length > (ssize_t)sizeof order ? CMSG_FIRSTHDR(&header) : NULL;
    if (!part || part->cmsg_type != SCM_RIGHTS || part->cmsg_len != CMSG_LEN(sizeof streams) || (size_t)length != sizeof order + order.frame_length)
        _exit(1); /* the server is gone */
    memcpy(streams, CMSG_DATA(part), sizeof streams);
    root_believe(order.in_gvisor ? "gvisor" : "namespaces", order.sharing);
    own->frame_used = order.frame_length;
    if (request_decode_into(own->texts, sizeof own->texts, own->frame, order.frame_length, request) != DECODED)
        broken(control, failure_text());
    *plan = (struct init_plan){
        .request = &request->exec, .input = streams[0], .output = streams[1], .error = streams[2], .control = control, .warm = &handled};
}

/* A process that shares memory has no restartable sequences, nor has its copy; the C library would for ever name the processor of the interpreter. */
static void register_sequences(void)
{
#if __has_include(<sys/rseq.h>) && defined(SYS_rseq)
    if (__rseq_size)
        syscall(SYS_rseq, (char *)__builtin_thread_pointer() + __rseq_offset, 32, 0, RSEQ_SIG);
#endif
}

static void close_all_but_streams(void)
{
#ifdef SYS_close_range
    if (syscall(SYS_close_range, 3u, ~0u, 0u) == 0)
        return;
#endif
    for (int fd = 3; fd < 1024; fd++)
        close(fd);
}

/* What execve would have done. */
static void become_program(const struct init_plan *plan)
{
    struct rlimit stack;
    pthread_attr_t attributes;
    prctl(PR_SET_NAME, name, 0, 0, 0);
    if (strcmp(root_isolation(), "gvisor") != 0) /* there they are inherited */
        register_sequences();
    if (prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) != 0)
        broken(plan->control, "cannot become dumpable");
    /* Threads have the stack that the limit says at a process's start. */
    if (getrlimit(RLIMIT_STACK, &stack) == 0 && pthread_getattr_default_np(&attributes) == 0) {
        if (pthread_attr_setstacksize(&attributes, (stack.rlim_cur + 4095) & ~(rlim_t)4095) == 0)
            pthread_setattr_default_np(&attributes);
        pthread_attr_destroy(&attributes);
    }
    program_begin(plan);
    close_all_but_streams();
    munmap(own, sizeof *own); /* with what init was told: the names of a test's files are none of the program's business. The plan lies in it, too. */
}

/*
 * The interpreter's own steps around a fork, where it has such: before it takes its locks, and in the child it lets go of them, and a module that has drawn
 * random state at the start draws it again. Taken once: an interpreter that waits runs nothing more, and each copy finds them as after a fork of its own.
 */
static struct {
    int (*ensure)(void);
    void (*release)(int);
    void (*before_fork)(void);
    void (*after_fork)(void);
} python;

static void in_interpreter(void (*step)(void))
{
    if (!python.ensure || !python.release || !python.before_fork || !python.after_fork)
        return;
    int state = python.ensure();
    step();
    python.release(state);
}

static void find_interpreter(void)
{
    python.ensure = (int (*)(void))dlsym(RTLD_DEFAULT, "PyGILState_Ensure");
    python.release = (void (*)(int))dlsym(RTLD_DEFAULT, "PyGILState_Release");
    python.before_fork = (void (*)(void))dlsym(RTLD_DEFAULT, "PyOS_BeforeFork");
    python.after_fork = (void (*)(void))dlsym(RTLD_DEFAULT, "PyOS_AfterFork_Child");
}

/* On init's stack. The program alone comes out of init_run(). */
static int become_jail(void *argument)
{
    int control = (int)(intptr_t)argument;
    struct request request;
    struct init_plan plan;
    close(HOOK_LINE);
    hear_plan(control, &request, &plan);
    init_run(&plan);
    planned = &plan;
    longjmp(way_back, 1);
}

/* Of the run before this one nothing may be left for the next program to read. Only what was written is written again: untouched pages are no memory yet. */
static void wipe(void)
{
    uint64_t *deepest = own->stack, *top = own->stack + sizeof own->stack / sizeof *own->stack;
    while (deepest < top && !*deepest)
        deepest++;
    explicit_bzero(deepest, (size_t)(top - deepest) * sizeof *top);
    explicit_bzero(own->frame, own->frame_used);
    explicit_bzero(own->texts, REQUEST_ROOM(own->frame_used));
    own->frame_used = 0;
    memcpy(command_line, command_line_copy, command_line_length);
    failed("%s", "");
}

/* A child makes init and ends, so that init is the server's child: it waits for it, and its end is init's end. */
static pid_t make_init(int control)
{
    pid_t helper = vfork();
    if (helper == 0) {
        int flags = CLONE_VM | CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS | (int)network_flag_of_jails() | SIGCHLD;
        int child = clone(become_jail, own + 1, flags, (void *)(intptr_t)control);
        made = child < 0 ? -errno : child;
        _exit(0);
    }
    if (helper < 0)
        return -errno;
    while (waitpid(helper, NULL, 0) < 0 && errno == EINTR) {
    }
    return made;
}

/*
 * gVisor rewrites each place in a library that makes a system call when it is first passed, which takes a copy of its page; what was rewritten here is so in
 * all programs. These are the places that a program passes and the start of an interpreter does not.
 */
static void pass_places_of_calls(void)
{
    struct termios ignored;
    struct msghdr nothing = {0};
    setsid();
    sendmsg(-1, &nothing, 0);
    dup2(HOOK_LINE, HOOK_LINE);
    tcgetattr(-1, &ignored);
    ioctl(-1, FIOCLEX);
    munmap(NULL, 0);
}

/* Returns in programs only. */
static void wait_for_jobs(void)
{
    struct hook_ready ready = {.resident = resident()};
    waiting_is_due = false;
    /* 0, 1, 2, the line, and the folder that is being listed */
    if (count_entries("/proc/self/task") != 1 || count_entries("/proc/self/fd") != 5)
        _exit(3);
    prctl(PR_GET_NAME, name, 0, 0, 0);
    root_isolation();
    find_interpreter();
    in_interpreter(python.before_fork);
    remember_signals();
    pass_places_of_calls();
    /* Of memory that grows downwards gVisor copies only the next pages when one that a program shares is written to. */
    own = mmap(NULL, sizeof *own, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_GROWSDOWN | MAP_STACK, -1, 0);
    if (own == MAP_FAILED)
        _exit(3);
    if (setjmp(way_back)) {
        become_program(planned);
        in_interpreter(python.after_fork);
        return;
    }
    if (send(HOOK_LINE, &ready, sizeof ready, MSG_NOSIGNAL) != sizeof ready)
        _exit(0);
    int control;
    while (hear_order(&control)) {
        wipe();
        struct hook_made answer = {.init = make_init(control)};
        close(control);
        if (send(HOOK_LINE, &answer, sizeof answer, MSG_NOSIGNAL) != sizeof answer)
            break;
    }
    _exit(0);
}

static void meet(const char *path)
{
    if (!waiting_is_due || !path || strcmp(path, awaited) != 0)
        return;
    int error = errno;
    wait_for_jobs();
    errno = error;
}

/* The calls by which a file can be named. Each goes on to the C library's own. */
#define AS_ALWAYS(type, call) \
    typedef type; \
    static next_call *always; \
    if (!always) \
        always = (next_call *)dlsym(RTLD_NEXT, #call)

#define ON_STATUS(call, status_type) \
    PUBLIC int call(const char *restrict path, status_type *restrict status) \
    { \
        AS_ALWAYS(int next_call(const char *, status_type *), call); \
        meet(path); \
        return always(path, status); \
    }
#define ON_STREAM(call) \
    PUBLIC FILE *call(const char *restrict path, const char *restrict mode) \
    { \
        AS_ALWAYS(FILE *next_call(const char *, const char *), call); \
        meet(path); \
        return always(path, mode); \
    }
#define ON_OPEN(call) \
    PUBLIC int call(const char *path, int flags, ...) \
    { \
        AS_ALWAYS(int next_call(const char *, int, ...), call); \
        va_list more; \
        va_start(more, flags); \
        mode_t mode = va_arg(more, mode_t); \
        va_end(more); \
        meet(path); \
        return always(path, flags, mode); \
    }

ON_STATUS(stat, struct stat)
ON_STATUS(stat64, struct stat64)
ON_STATUS(lstat, struct stat)
ON_STATUS(lstat64, struct stat64)
ON_STREAM(fopen)
ON_STREAM(fopen64)
ON_OPEN(open)
ON_OPEN(open64)
