/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The filter, run over calls as the kernel would run it. */
#include "seccomp.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

void test_seccomp(void (*expect)(bool holds, const char *what, int line));

#ifdef __x86_64__
#define ARCH AUDIT_ARCH_X86_64
#define OTHER_ARCH AUDIT_ARCH_I386
#else
#define ARCH AUDIT_ARCH_AARCH64
#define OTHER_ARCH AUDIT_ARCH_ARM
#endif

static struct sock_filter filter[SECCOMP_LONGEST];
static unsigned short length;
static unsigned steps;

/* A jump that leaves the filter, or a kind of instruction that it should not have, is as bad as a wrong answer. */
#define WRONG 0xffffffffu

static uint32_t run(const struct seccomp_data *data)
{
    uint32_t value = 0;
    steps = 0;
    for (unsigned at = 0; at < length; at++, steps++) {
        const struct sock_filter *now = &filter[at];
        switch (now->code) {
        case BPF_LD | BPF_W | BPF_ABS:
            if (now->k > sizeof *data - 4)
                return WRONG;
            memcpy(&value, (const char *)data + now->k, 4);
            break;
        case BPF_ALU | BPF_AND | BPF_K:
            value &= now->k;
            break;
        case BPF_JMP | BPF_JA:
            at += now->k;
            break;
        case BPF_JMP | BPF_JEQ | BPF_K:
            at += value == now->k ? now->jt : now->jf;
            break;
        case BPF_JMP | BPF_JGT | BPF_K:
            at += value > now->k ? now->jt : now->jf;
            break;
        case BPF_JMP | BPF_JGE | BPF_K:
            at += value >= now->k ? now->jt : now->jf;
            break;
        case BPF_JMP | BPF_JSET | BPF_K:
            at += value & now->k ? now->jt : now->jf;
            break;
        case BPF_RET | BPF_K:
            return now->k;
        default:
            return WRONG;
        }
    }
    return WRONG;
}

static uint32_t answer(unsigned number, uint64_t first, uint64_t second, uint64_t third)
{
    return run(&(struct seccomp_data){.nr = (int)number, .arch = ARCH, .args = {first, second, third}});
}

#define REFUSED (SECCOMP_RET_ERRNO | EPERM)
#define PRETENDED SECCOMP_RET_ERRNO
#define ABSENT (SECCOMP_RET_ERRNO | ENOSYS)
#define ALLOWED SECCOMP_RET_ALLOW

void test_seccomp(void (*expect)(bool holds, const char *what, int line))
{
#define EXPECT(holds) expect((holds), #holds, __LINE__)
    static const unsigned never[] = {
        SYS_truncate, SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
        SYS_bpf, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_userfaultfd, SYS_perf_event_open,
        SYS_seccomp, SYS_io_setup, SYS_memfd_create, SYS_shmget, SYS_shmat, SYS_msgget, SYS_semget, SYS_mq_open, SYS_kexec_load, SYS_init_module,
        SYS_reboot, SYS_syslog, SYS_sethostname, SYS_name_to_handle_at, SYS_open_by_handle_at, SYS_fanotify_init, SYS_move_pages, SYS_quotactl,
        SYS_setxattr, SYS_fsetxattr, SYS_lremovexattr, 463 /* setxattrat */,
        424 /* pidfd_send_signal */, 438 /* pidfd_getfd */, 440, 442, 443, 447, 450, 457, 458, 460, 467,
    };
    static const unsigned always[] = {
        SYS_read, SYS_write, SYS_close, SYS_mmap, SYS_mprotect, SYS_munmap, SYS_brk, SYS_futex, SYS_execve, SYS_exit_group, SYS_wait4, SYS_openat,
        SYS_fstat, SYS_getrandom, SYS_clock_gettime, SYS_nanosleep, SYS_pipe2, SYS_dup3, SYS_setrlimit, SYS_getpid, SYS_sched_yield, SYS_madvise,
        SYS_statx, SYS_ftruncate, SYS_unlinkat, SYS_epoll_create1, SYS_eventfd2, SYS_timerfd_create, 435 + 1 /* close_range */, 439 /* faccessat2 */, 441, 444, 500, 1000,
    };
    length = seccomp_filter(filter, false, false);
    EXPECT(length > 100 && length <= SECCOMP_LONGEST);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        expect(answer(never[i], 0, 0, 0) == REFUSED, "a call that is always refused", (int)never[i]);
    for (size_t i = 0; i < sizeof always / sizeof *always; i++)
        expect(answer(always[i], 0, 0, 0) == ALLOWED, "a call that is always allowed", (int)always[i]);
    unsigned sum = 0; /* of steps: gVisor takes them all when the filter is installed */
    for (unsigned number = 0; number < 1024; number++) {
        uint32_t said = answer(number, 5, 5, 5);
        expect(said == ALLOWED || said == REFUSED || said == PRETENDED || said == ABSENT, "an answer that we give", (int)number);
        sum += steps;
    }
    EXPECT(sum / 1024 < 30);
    EXPECT(answer(SYS_sendmsg, 0, 0, 0) == ALLOWED && answer(SYS_fchmod, 0, 0, 0) == ALLOWED && answer(SYS_utimensat, 0, 0, 0) == ALLOWED);
    length = seccomp_filter(filter, true, true);
    EXPECT(answer(SYS_sendmsg, 0, 0, 0) == REFUSED && answer(SYS_sendmmsg, 0, 0, 0) == REFUSED && answer(SYS_fchmod, 0, 0, 0) == ALLOWED);
    length = seccomp_filter(filter, true, false);
    EXPECT(answer(SYS_sendmsg, 0, 0, 0) == REFUSED && answer(SYS_fchmod, 0, 0, 0) == PRETENDED && answer(452 /* fchmodat2 */, 0, 0, 0) == PRETENDED
           && answer(SYS_utimensat, 0, 0, 0) == PRETENDED && answer(SYS_fchownat, 0, 0, 0) == REFUSED);
    for (size_t i = 0; i < sizeof never / sizeof *never; i++)
        expect(answer(never[i], 0, 0, 0) == REFUSED, "a call that is always refused, in gVisor too", (int)never[i]);
    EXPECT(answer(SYS_setsockopt, 3, SOL_SOCKET, SO_SNDBUF) == PRETENDED && answer(SYS_setsockopt, 3, SOL_SOCKET, SO_REUSEADDR) == ALLOWED
           && answer(SYS_setsockopt, 3, 6 /* TCP */, SO_SNDBUF) == ALLOWED);

    EXPECT(run(&(struct seccomp_data){.nr = SYS_getpid, .arch = OTHER_ARCH}) == SECCOMP_RET_KILL_PROCESS);
    EXPECT(run(&(struct seccomp_data){.nr = SYS_getpid, .arch = 0}) == SECCOMP_RET_KILL_PROCESS);
#ifdef __x86_64__
    EXPECT(answer(0x40000000u + SYS_getpid, 0, 0, 0) == ABSENT);
    EXPECT(answer(0xffffffffu, 0, 0, 0) == ABSENT);
    EXPECT(answer(SYS_mknod, 0, S_IFBLK, 0) == REFUSED && answer(SYS_mknod, 0, S_IFCHR, 0) == REFUSED && answer(SYS_mknod, 0, S_IFIFO, 0) == ALLOWED);
#endif
    EXPECT(answer(SYS_clone3, 0, 0, 0) == ABSENT);
    EXPECT(answer(SYS_clone, SIGCHLD, 0, 0) == ALLOWED && answer(SYS_clone, CLONE_NEWUSER | SIGCHLD, 0, 0) == REFUSED);
    EXPECT(answer(SYS_kill, 1, SIGKILL, 0) == PRETENDED && answer(SYS_kill, 2, SIGKILL, 0) == ALLOWED && answer(SYS_kill, (uint32_t)-1, SIGKILL, 0) == ALLOWED);
    EXPECT(answer(SYS_tgkill, 1, 1, SIGKILL) == PRETENDED && answer(SYS_tgkill, 2, 1, SIGKILL) == PRETENDED && answer(SYS_tgkill, 2, 2, SIGKILL) == ALLOWED);
    EXPECT(answer(SYS_mknodat, 0, 0, S_IFCHR) == REFUSED && answer(SYS_mknodat, 0, 0, S_IFREG) == ALLOWED);
    EXPECT(answer(SYS_socket, AF_UNIX, 0, 0) == ALLOWED && answer(SYS_socket, AF_INET6, 0, 0) == ALLOWED && answer(SYS_socket, AF_NETLINK, 0, 0) == REFUSED
           && answer(SYS_socket, 40 /* AF_VSOCK */, 0, 0) == REFUSED);
    EXPECT(answer(SYS_rt_sigaction, SIGCHLD, 0x7fff00000000, 0) == PRETENDED && answer(SYS_rt_sigaction, SIGCHLD, 0x1000, 0) == PRETENDED
           && answer(SYS_rt_sigaction, SIGCHLD, 0, 0) == ALLOWED && answer(SYS_rt_sigaction, SIGINT, 0x1000, 0) == ALLOWED);
    EXPECT(answer(SYS_ioctl, 1, TIOCSTI, 0) == REFUSED && answer(SYS_ioctl, 1, TCGETS, 0) == ALLOWED && answer(SYS_ioctl, 1, FIOSETOWN, 0) == REFUSED);
    EXPECT(answer(SYS_fcntl, 3, F_SETOWN, 1) == REFUSED && answer(SYS_fcntl, 3, F_SETOWN, 2) == ALLOWED && answer(SYS_fcntl, 3, F_SETFL, 1) == ALLOWED
           && answer(SYS_fcntl, 3, F_SETPIPE_SZ, 4096) == REFUSED);
    EXPECT(answer(SYS_tkill, 1, SIGKILL, 0) == PRETENDED && answer(SYS_rt_sigqueueinfo, 1, 9, 0) == PRETENDED && answer(SYS_rt_sigqueueinfo, 2, 9, 0) == ALLOWED
           && answer(SYS_rt_tgsigqueueinfo, 1, 1, 9) == PRETENDED);
    EXPECT(answer(SYS_prctl, PR_SET_SECCOMP, 2, 0) == REFUSED && answer(SYS_prctl, PR_SET_DUMPABLE, 1, 0) == ALLOWED);
    EXPECT(answer(SYS_prlimit64, 1, 0, 0) == REFUSED && answer(SYS_prlimit64, 0, 0, 0) == ALLOWED);
    EXPECT(answer(SYS_personality, 0xffffffff, 0, 0) == PRETENDED && answer(SYS_personality, 0, 0, 0) == PRETENDED && answer(SYS_personality, 8, 0, 0) == REFUSED);
}
