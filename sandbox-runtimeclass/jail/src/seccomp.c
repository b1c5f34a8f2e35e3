/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "seccomp.h"

#include <asm/ioctls.h>
#include <asm/sockios.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define OUR_ARCH AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define OUR_ARCH AUDIT_ARCH_AARCH64
#else
#error "gretlab-jail knows x86_64 and aarch64"
#endif

#define X32_BIT 0x40000000u

/* Calls younger than the oldest headers that we build with; the numbers are the same on every architecture. */
enum {
    nr_pidfd_send_signal = 424,
    nr_pidfd_getfd = 438,
    nr_process_madvise = 440,
    nr_mount_setattr = 442,
    nr_quotactl_fd = 443,
    nr_memfd_secret = 447,
    nr_set_mempolicy_home_node = 450,
    nr_statmount = 457,
    nr_listmount = 458,
    nr_fchmodat2 = 452,
    nr_lsm_set_self_attr = 460,
    nr_setxattrat = 463,
    nr_removexattrat = 466,
    nr_file_setattr = 469,
    nr_open_tree_attr = 467,
};

/* Refused whatever the arguments are. */
static const unsigned refused[] = {
    /* gVisor lets it shorten a file behind a read-only mount (ftruncate needs a descriptor for writing, which nobody gets there) */
    SYS_truncate,
    /* namespaces, mounts, roots */
    SYS_unshare, SYS_setns, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_open_tree, SYS_move_mount, SYS_fsopen, SYS_fsconfig, SYS_fsmount,
    SYS_fspick, nr_mount_setattr, nr_open_tree_attr, nr_statmount, nr_listmount, SYS_name_to_handle_at, SYS_open_by_handle_at,
    /* other processes */
    SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev, SYS_kcmp, nr_pidfd_send_signal, nr_pidfd_getfd, nr_process_madvise, SYS_move_pages, SYS_migrate_pages,
    /* large or fresh parts of the kernel that no student's program needs */
    SYS_bpf, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_userfaultfd,
    SYS_perf_event_open, SYS_fanotify_init, SYS_lookup_dcookie, SYS_seccomp, SYS_io_setup, SYS_io_submit, SYS_vmsplice, nr_lsm_set_self_attr,
    nr_set_mempolicy_home_node,
    /* memory that is counted nowhere; gVisor keeps attributes without end, and takes them through a read-only mount as well */
    SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr, nr_setxattrat, nr_removexattrat, nr_file_setattr,
    SYS_memfd_create, nr_memfd_secret, SYS_shmget, SYS_shmat, SYS_shmdt, SYS_shmctl, SYS_msgget, SYS_msgsnd, SYS_msgrcv, SYS_msgctl, SYS_semget, SYS_semop,
    SYS_semtimedop, SYS_semctl, SYS_mq_open, SYS_mq_unlink, SYS_mq_notify,
    /* the machine */
    SYS_kexec_load, SYS_init_module, SYS_finit_module, SYS_delete_module, SYS_reboot, SYS_swapon, SYS_swapoff, SYS_quotactl, nr_quotactl_fd, SYS_acct,
    SYS_settimeofday, SYS_clock_settime, SYS_clock_adjtime, SYS_adjtimex, SYS_syslog, SYS_sethostname, SYS_setdomainname, SYS_vhangup, SYS_nfsservctl,
#ifdef SYS_kexec_file_load
    SYS_kexec_file_load,
#endif
#ifdef __x86_64__
    SYS_iopl, SYS_ioperm, SYS_modify_ldt, SYS_uselib, SYS_ustat, SYS_sysfs, SYS__sysctl, SYS_create_module, SYS_get_kernel_syms, SYS_query_module,
#endif
};

/*
 * Refused in gVisor alone. What is sent by these can be descriptors, of a socket through itself for example: gVisor never finds out that nobody can receive
 * it any more, so files, pipes and memory would stay for good, counted nowhere.
 */
static const unsigned refused_in_gvisor[] = {
    SYS_sendmsg, SYS_sendmmsg, SYS_fchown, SYS_fchownat,
#ifdef SYS_chown
    SYS_chown, SYS_lchown,
#endif
};

/*
 * Not made in gVisor, and answered as if they had been: there an owner may also change what is behind a read-only mount, and all that is in a jail belongs to
 * the user of all jails. A program could close the jail's root to those that come after it, or leave them word.
 */
static const unsigned marks[] = {
    SYS_fchmod, SYS_fchmodat, nr_fchmodat2, SYS_utimensat,
#ifdef SYS_chmod
    SYS_chmod, SYS_utime, SYS_utimes, SYS_futimesat,
#endif
};

#define NEW_NAMESPACES \
    (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET)

#define NUMBER (offsetof(struct seccomp_data, nr))
#define ARCH (offsetof(struct seccomp_data, arch))
#define LOW(argument) (offsetof(struct seccomp_data, args) + 8 * (argument)) /* little-endian */

#define LOAD(offset) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)(offset))
#define IF_EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), yes, no)
#define IF_BIT(bits, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (unsigned)(bits), yes, no)
#define REFUSE(error) BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error))
#define PRETEND REFUSE(0) /* the call is not made, and answers 0 */
#define ALLOW BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
#define KILL BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS)

static const struct sock_filter front[] = {
    LOAD(ARCH),
    IF_EQUAL(OUR_ARCH, 1, 0),
    KILL, /* i386 calls on x86_64: a second table of numbers that the rules below do not know */
    LOAD(NUMBER),
#ifdef __x86_64__
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, X32_BIT, 0, 1),
    REFUSE(ENOSYS),
#endif
};

/* Refused by what they are asked. Each block falls through to the next with the call's number loaded. */
static const struct sock_filter back[] = {
    /* Signals to init. Linux drops them by itself and says that all went well; gVisor's kernel would let init die. */
    IF_EQUAL(SYS_kill, 2, 0),
    IF_EQUAL(SYS_tkill, 1, 0),
    IF_EQUAL(SYS_rt_sigqueueinfo, 0, 4),
    LOAD(LOW(0)),
    IF_EQUAL(1, 0, 1),
    PRETEND,
    ALLOW,
    IF_EQUAL(SYS_tgkill, 1, 0),
    IF_EQUAL(SYS_rt_tgsigqueueinfo, 0, 6),
    LOAD(LOW(0)),
    IF_EQUAL(1, 2, 0),
    LOAD(LOW(1)),
    IF_EQUAL(1, 0, 1),
    PRETEND,
    ALLOW,
    IF_EQUAL(SYS_fcntl, 0, 8),
    LOAD(LOW(1)),
    IF_EQUAL(F_SETPIPE_SZ, 5, 0), /* memory that is counted nowhere, and on Linux taken from what the user's other pipes may have */
    IF_EQUAL(F_SETOWN_EX, 4, 0),  /* who is meant is behind a pointer */
    IF_EQUAL(F_SETOWN, 0, 2),
    LOAD(LOW(2)),
    IF_EQUAL(1, 1, 0),
    ALLOW,
    REFUSE(EPERM),
    IF_EQUAL(SYS_prlimit64, 0, 4),
    LOAD(LOW(0)),
    IF_EQUAL(1, 0, 1),
    REFUSE(EPERM),
    ALLOW,

    /* Devices: gVisor makes them for everyone, and its mounts do not know nodev. */
#ifdef SYS_mknod
    IF_EQUAL(SYS_mknod, 0, 2),
    LOAD(LOW(1)),
    BPF_STMT(BPF_JMP | BPF_JA, 2),
#endif
    IF_EQUAL(SYS_mknodat, 0, 6),
    LOAD(LOW(2)),
    BPF_STMT(BPF_ALU | BPF_AND | BPF_K, S_IFMT),
    IF_EQUAL(S_IFCHR, 2, 0),
    IF_EQUAL(S_IFBLK, 1, 0),
    ALLOW,
    REFUSE(EPERM),

    IF_EQUAL(SYS_clone3, 0, 1), /* its flags are behind a pointer; C libraries fall back to clone */
    REFUSE(ENOSYS),

    IF_EQUAL(SYS_clone, 0, 4),
    LOAD(LOW(0)),
    IF_BIT(NEW_NAMESPACES, 0, 1),
    REFUSE(EPERM),
    ALLOW,

    IF_EQUAL(SYS_socket, 0, 6),
    LOAD(LOW(0)),
    IF_EQUAL(AF_UNIX, 3, 0),
    IF_EQUAL(AF_INET, 2, 0),
    IF_EQUAL(AF_INET6, 1, 0),
    REFUSE(EPERM),
    ALLOW,

    IF_EQUAL(SYS_ioctl, 0, 8),
    LOAD(LOW(1)),
    IF_EQUAL(FIOSETOWN, 4, 0), /* like F_SETOWN_EX */
    IF_EQUAL(SIOCSPGRP, 3, 0),
    IF_EQUAL(TIOCSTI, 2, 0),  /* typing into someone's terminal */
    IF_EQUAL(0x541C, 1, 0),   /* TIOCLINUX */
    IF_EQUAL(TIOCSETD, 0, 1), /* loads line disciplines */
    REFUSE(EPERM),
    ALLOW,

    /* Children of a process that ignores SIGCHLD are reaped unseen, and their CPU time is added to nobody's. So that signal keeps its default: a new
     * action for it is answered as if it were set. Who waits for children in the ordinary way does not notice. */
    IF_EQUAL(SYS_rt_sigaction, 0, 9),
    LOAD(LOW(0)),
    IF_EQUAL(SIGCHLD, 0, 6),
    LOAD(LOW(1)),
    IF_EQUAL(0, 1, 0),
    REFUSE(0),
    LOAD(LOW(1) + 4),
    IF_EQUAL(0, 1, 0),
    REFUSE(0),
    ALLOW,

    /* Larger buffers than the usual: nobody counts them. */
    IF_EQUAL(SYS_setsockopt, 0, 9),
    LOAD(LOW(1)),
    IF_EQUAL(SOL_SOCKET, 0, 6),
    LOAD(LOW(2)),
    IF_EQUAL(SO_SNDBUF, 3, 0),
    IF_EQUAL(SO_RCVBUF, 2, 0),
    IF_EQUAL(SO_SNDBUFFORCE, 1, 0),
    IF_EQUAL(SO_RCVBUFFORCE, 0, 1),
    PRETEND,
    ALLOW,

    IF_EQUAL(SYS_prctl, 0, 5),
    LOAD(LOW(0)),
    IF_EQUAL(PR_SET_SECCOMP, 1, 0), /* a listener of the program's own would be a part of the kernel more to attack */
    IF_EQUAL(PR_SET_MM, 0, 1),
    REFUSE(EPERM),
    ALLOW,

    IF_EQUAL(SYS_personality, 0, 5),
    LOAD(LOW(0)),
    IF_EQUAL(0, 2, 0),
    IF_EQUAL(0xffffffff, 1, 0), /* asking, which gVisor does not know */
    REFUSE(EPERM),
    PRETEND,

    ALLOW,
};

/* So many numbers are passed over in one step when the call's is larger than all of them. */
#define GROUP 8u

static int by_number(const void *one, const void *other)
{
    unsigned a = *(const unsigned *)one, b = *(const unsigned *)other;
    return a < b ? -1 : a > b;
}

/* Refused or not by what they are asked: `back` tells. */
static const unsigned special[] = {
    SYS_kill, SYS_tkill, SYS_rt_sigqueueinfo, SYS_tgkill, SYS_rt_tgsigqueueinfo, SYS_fcntl, SYS_prlimit64, SYS_mknodat, SYS_clone3, SYS_clone, SYS_socket,
    SYS_ioctl, SYS_rt_sigaction, SYS_setsockopt, SYS_prctl, SYS_personality,
#ifdef SYS_mknod
    SYS_mknod,
#endif
};

/* Where a number's call goes on, counted from the end of the list. */
enum { TO_ALLOW, TO_REFUSE, TO_PRETEND, TO_BACK };

struct number {
    unsigned number; /* the first, for by_number() */
    unsigned to;
};

#define COUNT(list) (sizeof(list) / sizeof *(list))
#define NUMBERS_MOST (COUNT(refused) + COUNT(refused_in_gvisor) + COUNT(marks) + COUNT(special))

static unsigned add_all(struct number *numbers, unsigned count, const unsigned *list, size_t length, unsigned to)
{
    for (size_t i = 0; i < length; i++)
        numbers[count++] = (struct number){.number = list[i], .to = to};
    return count;
}

/* In the order of their numbers, so that few are looked at for a call: gVisor interprets the filter, and tries it on every number when it is installed.
 * What is found in no list is allowed at once. */
static unsigned short add_numbers(struct sock_filter *filter, bool in_gvisor, bool marks_made)
{
    _Static_assert(NUMBERS_MOST + (NUMBERS_MOST + GROUP - 1) / GROUP < 250, "a jump goes at most 255 steps");
    struct number sorted[NUMBERS_MOST];
    unsigned all = add_all(sorted, 0, refused, COUNT(refused), TO_REFUSE);
    all = add_all(sorted, all, special, COUNT(special), TO_BACK);
    if (in_gvisor)
        all = add_all(sorted, all, refused_in_gvisor, COUNT(refused_in_gvisor), TO_REFUSE);
    if (in_gvisor && !marks_made)
        all = add_all(sorted, all, marks, COUNT(marks), TO_PRETEND);
    qsort(sorted, all, sizeof *sorted, by_number);
    const unsigned end = all + (all + GROUP - 1) / GROUP;
    unsigned short length = 0;
    for (unsigned i = 0; i < all; i++) {
        if (i % GROUP == 0) {
            unsigned count = all - i < GROUP ? all - i : GROUP;
            filter[length++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, sorted[i + count - 1].number, (unsigned char)count, 0);
        }
        bool last = i % GROUP == GROUP - 1 || i + 1 == all;
        filter[length] = (struct sock_filter)IF_EQUAL(sorted[i].number, (unsigned char)(end - length - 1 + sorted[i].to), (unsigned char)(last ? end - length - 1 : 0));
        length++;
    }
    filter[length++] = (struct sock_filter)ALLOW;
    filter[length++] = (struct sock_filter)REFUSE(EPERM);
    filter[length++] = (struct sock_filter)PRETEND;
    return length;
}

unsigned short seccomp_filter(struct sock_filter filter[SECCOMP_LONGEST], bool in_gvisor, bool marks_made)
{
    enum { FRONT = sizeof front / sizeof *front, BACK = sizeof back / sizeof *back };
    _Static_assert(FRONT + BACK + 256 <= SECCOMP_LONGEST, "room for the filter");
    unsigned short length = 0;
    for (unsigned i = 0; i < FRONT; i++)
        filter[length++] = front[i];
    length = (unsigned short)(length + add_numbers(filter + length, in_gvisor, marks_made));
    for (unsigned i = 0; i < BACK; i++)
        filter[length++] = back[i];
    return length;
}

int seccomp_install(bool in_gvisor, bool marks_made)
{
    struct sock_filter filter[SECCOMP_LONGEST];
    struct sock_fprog program = {.len = seccomp_filter(filter, in_gvisor, marks_made), .filter = filter};
    return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}
