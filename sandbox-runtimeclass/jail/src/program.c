/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "program.h"

#include "clock.h"
#include "jail.h"
#include "root.h"
#include "seccomp.h"

#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/* The kernel's own limits are backstops a little above what the server counts; what they stop the server still names. */
#define DESCRIPTORS 256
#define MEMLOCK 65536
#define PENDING_SIGNALS 1024
#define LEAST_STACK 131072

static _Noreturn void refuse(int control, enum message_kind kind, int status, const char *text)
{
    struct message message = {.kind = kind, .status = status, .at_us = now_us()};
    snprintf(message.text, sizeof message.text, "%s: %s", text, strerror(status));
    control_send(control, &message);
    _exit(127);
}

static void limit(int control, int resource, uint64_t value, const char *name)
{
    struct rlimit limits = {value, value};
    if (setrlimit(resource, &limits) == 0)
        return;
    if (getrlimit(resource, &limits) == 0 && limits.rlim_max < value) { /* the machine's own limit is tighter */
        limits.rlim_cur = limits.rlim_max;
        if (setrlimit(resource, &limits) == 0)
            return;
    }
    refuse(control, MESSAGE_BROKEN, errno, name);
}

static void limit_all(int control, const struct limits *limits)
{
    bool in_gvisor = strcmp(root_isolation(), "gvisor") == 0;
    limit(control, RLIMIT_CORE, 0, "RLIMIT_CORE");
    limit(control, RLIMIT_MEMLOCK, MEMLOCK, "RLIMIT_MEMLOCK");
    if (!in_gvisor) { /* which has no message queues, and refuses to set these two */
        limit(control, RLIMIT_SIGPENDING, PENDING_SIGNALS, "RLIMIT_SIGPENDING");
        limit(control, RLIMIT_MSGQUEUE, 0, "RLIMIT_MSGQUEUE");
    }
    limit(control, RLIMIT_FSIZE, limits->file_size, "RLIMIT_FSIZE");
    limit(control, RLIMIT_STACK, limits->stack < LEAST_STACK ? LEAST_STACK : limits->stack, "RLIMIT_STACK");
    limit(control, RLIMIT_CPU, limits->cpu_us / 1000000 + 2, "RLIMIT_CPU");
    limit(control, RLIMIT_NPROC, root_processes_ceiling(limits->processes), "RLIMIT_NPROC");
    if (limits->address_space)
        limit(control, RLIMIT_AS, limits->address_space, "RLIMIT_AS");
}

void program_reset_signals(void)
{
    sigset_t none;
    sigemptyset(&none);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

/* Past its point of no return execve kills what does not fit, and a crash would be all that the student sees. */
static bool fits(const char *path, uint64_t address_space)
{
    Elf64_Ehdr head;
    Elf64_Phdr segment;
    uint64_t sum = 0;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0)
        return true;
    if (pread(fd, &head, sizeof head, 0) == sizeof head && memcmp(head.e_ident, ELFMAG, SELFMAG) == 0 && head.e_ident[EI_CLASS] == ELFCLASS64)
        for (unsigned i = 0; i < head.e_phnum && i < 64; i++)
            if (pread(fd, &segment, sizeof segment, (off_t)(head.e_phoff + i * sizeof segment)) == sizeof segment && segment.p_type == PT_LOAD)
                sum += segment.p_memsz < (1ull << 47) ? segment.p_memsz : (1ull << 47);
    close(fd);
    return sum <= address_space;
}

static void say_start(const struct init_plan *plan)
{
    union {
        char room[CMSG_SPACE(sizeof plan->folders)];
        struct cmsghdr align;
    } extra = {{0}};
    struct message message = {.kind = MESSAGE_START, .at_us = now_us(), .own_cpu_us = plan->init_cpu_us};
    struct iovec piece = {.iov_base = &message, .iov_len = sizeof message};
    struct msghdr header = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = extra.room, .msg_controllen = sizeof extra.room};
    struct cmsghdr *part = CMSG_FIRSTHDR(&header);
    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof plan->folders);
    memcpy(CMSG_DATA(part), plan->folders, sizeof plan->folders);
    ssize_t sent;
    do
        sent = sendmsg(plan->control, &header, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    if (sent < 0) /* nobody would watch it */
        refuse(plan->control, MESSAGE_BROKEN, errno, "the jail's folders");
}

void program_begin(const struct init_plan *plan)
{
    say_start(plan);
    /* Not before: Linux holds against this limit what all processes of the user have on its way, other slots' programs' too; and gVisor's filter knows no sendmsg. */
    limit(plan->control, RLIMIT_NOFILE, DESCRIPTORS, "RLIMIT_NOFILE");
    if (seccomp_install(strcmp(root_isolation(), "gvisor") == 0, plan->request->writable) != 0)
        refuse(plan->control, MESSAGE_BROKEN, errno, "the kernel refuses a seccomp filter (CONFIG_SECCOMP_FILTER)");
}

const char *program_find(const char *name, char *room, size_t size)
{
    static const char *const folders[] = {"/usr/local/bin", "/usr/bin", "/bin"};
    if (strchr(name, '/'))
        return name;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if ((size_t)snprintf(room, size, "%s/%s", folders[i], name) < size && access(room, X_OK) == 0)
            return room;
    return NULL;
}

void program_confine(const struct init_plan *plan)
{
    const struct exec_request *request = plan->request;
    int control = plan->control;

    setsid();
    if (dup2(plan->input, 0) < 0 || dup2(plan->output, 1) < 0 || dup2(plan->error, 2) < 0)
        refuse(control, MESSAGE_BROKEN, errno, "stdin, stdout, stderr");
    if (chdir(request->writable ? "/box" : "/work") != 0)
        refuse(control, MESSAGE_BROKEN, errno, "working folder");
    if (!plan->warm)
        program_reset_signals();
    limit_all(control, &request->limits);
}

void program_exec(const struct init_plan *plan)
{
    const struct exec_request *request = plan->request;
    const char *name = request->arguments.at[0];
    char room[512];
    const char *path = program_find(name, room, sizeof room);
    if (!path)
        refuse(plan->control, MESSAGE_ABSENT, ENOENT, name);
    program_begin(plan);
    if (request->limits.address_space && !fits(path, request->limits.address_space))
        refuse(plan->control, MESSAGE_TOO_BIG, ENOMEM, name);
    execve(path, request->arguments.at, request->environment.at);
    refuse(plan->control, MESSAGE_NO_START, errno, name);
}
