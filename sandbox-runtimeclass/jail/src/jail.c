/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "jail.h"

#include "boxes.h"
#include "failure.h"
#include "init.h"
#include "network.h"
#include "program.h"
#include "warm.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static void close_pair(int pair[2])
{
    if (pair[0] >= 0)
        close(pair[0]);
    if (pair[1] >= 0)
        close(pair[1]);
}

static int make_control(int control[2])
{
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, control) == 0)
        return 0;
    control[0] = control[1] = -1;
    return failed_errno("cannot make the control socket of a jail");
}

static pid_t start_cold(const struct exec_request *request, const struct jail_birth *birth, const int output[2], const int error[2], const int control[2])
{
    /* The raw call: like fork, but with the namespaces made in the same step, and nothing of the C library's fork hooks. */
    long flags = CLONE_NEWUSER | CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWIPC | CLONE_NEWUTS | network_flag_of_jails() | SIGCHLD;
    if (birth->own_network)
        flags |= CLONE_NEWNET;
    long child = syscall(SYS_clone, flags, 0, 0, 0, 0);
    if (child == 0) {
        struct init_plan plan = {
            .request = request, .input = birth->input, .output = output[1], .error = error[1], .control = control[1]};
        close(output[0]);
        close(error[0]);
        close(control[0]);
        for (const int *kept = birth->kept; *kept >= 0; kept++)
            close(*kept);
        init_run(&plan);
        program_exec(&plan);
    }
    if (child < 0)
        failed_errno("the kernel refuses the namespaces of a jail (user, mount, pid, ipc, uts); see sysctl user.max_*_namespaces and the container's "
                     "seccomp profile");
    return (pid_t)child;
}

int jail_start(const struct exec_request *request, const struct jail_birth *birth, struct jail *jail)
{
    int output[2] = {-1, -1}, error[2] = {-1, -1}, control[2] = {-1, -1};
    pid_t init = -1;
    bool warm = false;
    if (boxes_need(request->box) != BOX_DONE)
        goto fail;
    if (pipe2(output, O_CLOEXEC) != 0 || pipe2(error, O_CLOEXEC) != 0) {
        failed_errno("cannot make the pipes of a jail");
        goto fail;
    }
    if (make_control(control) != 0)
        goto fail;
    /* A copy of an interpreter is where that one is: in the network of all. */
    bool may_be_warm = birth->may_be_warm && (!birth->own_network || network_flag_of_jails());
    if (may_be_warm && !(warm = warm_start(request, (int[]){birth->input, output[1], error[1]}, control, &init))) {
        close_pair(control);
        if (make_control(control) != 0)
            goto fail;
    }
    if (!warm && (init = start_cold(request, birth, output, error, control)) < 0)
        goto fail;
    close(output[1]);
    close(error[1]);
    close(control[1]);
    fcntl(output[0], F_SETFL, O_NONBLOCK);
    fcntl(error[0], F_SETFL, O_NONBLOCK);
    *jail = (struct jail){.init = init, .control = control[0], .output = output[0], .error = error[0], .warm = warm};
    return 0;

fail:
    close_pair(output);
    close_pair(error);
    close_pair(control);
    return -1;
}

int jail_receive(int control, struct message *message, int folders[FOLDERS])
{
    union {
        char room[CMSG_SPACE(FOLDERS * sizeof(int))];
        struct cmsghdr align;
    } extra;
    struct iovec piece = {.iov_base = message, .iov_len = sizeof *message};
    struct msghdr header = {.msg_iov = &piece, .msg_iovlen = 1, .msg_control = extra.room, .msg_controllen = sizeof extra.room};
    ssize_t length = recvmsg(control, &header, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (length < 0)
        return errno == EAGAIN || errno == EINTR ? 0 : -1;
    if ((size_t)length != sizeof *message)
        return -1;
    message->text[sizeof message->text - 1] = 0;
    for (struct cmsghdr *part = CMSG_FIRSTHDR(&header); part; part = CMSG_NXTHDR(&header, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
            continue;
        size_t count = (part->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < count && i < FOLDERS; i++)
            memcpy(&folders[i], CMSG_DATA(part) + i * sizeof(int), sizeof(int));
    }
    return 1;
}
