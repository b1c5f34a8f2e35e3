/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "init.h"

#include "clock.h"
#include "failure.h"
#include "jail.h"
#include "mounts.h"
#include "program.h"
#include "root.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define SCRATCH_INODES 8192
#define FEEDBACK_SIZE (17u << 20) /* 16 files of 1 MiB, and their names */

static char *command_line, *command_line_end;

void init_remember_command_line(char *begin, char *end)
{
    command_line = begin;
    command_line_end = end;
}

void control_send(int control, const struct message *message)
{
    while (send(control, message, sizeof *message, MSG_NOSIGNAL) < 0 && errno == EINTR) {
    }
}

static _Noreturn void broken(int control)
{
    struct message message = {.kind = MESSAGE_BROKEN};
    snprintf(message.text, sizeof message.text, "%s", failure_text());
    control_send(control, &message);
    _exit(1);
}

/* One tmpfs is the one budget of all that a program may write. */
static int mount_scratch(uint64_t size)
{
    static const char *const parts[][2] = {{ROOT_SCRATCH "/tmp", ROOT_JAIL "/tmp"}, {ROOT_SCRATCH "/work", ROOT_JAIL "/work"}, {ROOT_SCRATCH "/shm", ROOT_JAIL "/dev/shm"}};
    /* A tmpfs of no bytes has no bounds, so the smallest is a page. */
    if (mount_tmpfs(ROOT_SCRATCH, size < 4096 ? 4096 : size, SCRATCH_INODES, 0755) != 0)
        return -1;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (mkdir(parts[i][0], 0755) != 0)
            return failed_errno("cannot make %s", parts[i][0]);
        if (mount(parts[i][0], parts[i][1], NULL, MS_BIND, NULL) != 0)
            return failed_errno("cannot bind %s", parts[i][1]);
    }
    return 0;
}

static int mount_box(const struct exec_request *request)
{
    char path[32];
    snprintf(path, sizeof path, "%s/%c", request->writable ? ROOT_BOXES : ROOT_READ, request->box);
    if (mount(path, ROOT_JAIL "/box", NULL, MS_BIND, NULL) != 0)
        return failed_errno("cannot bind the program's box (is a workspace open?)");
    return 0;
}

static int mount_exposed(const struct exec_request *request)
{
    if (request->exposed_count == 0)
        return 0;
    if (mount_tmpfs(ROOT_JAIL "/data", 65536, 256, 0755) != 0)
        return -1;
    for (size_t i = 0; i < request->exposed_count; i++) {
        char source[NAME_LONGEST + 32], target[NAME_LONGEST + 32];
        snprintf(source, sizeof source, "%s/d/%s", ROOT_READ, request->exposed[i].name);
        snprintf(target, sizeof target, "%s%s", ROOT_JAIL, request->exposed[i].path);
        if (mount_point(target, false) != 0)
            return -1;
        if (mount(source, target, NULL, MS_BIND, NULL) != 0)
            return failed_errno("cannot show %s", request->exposed[i].name);
    }
    if (mount(NULL, ROOT_JAIL "/data", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL) != 0)
        return failed_errno("cannot make /data read-only");
    return 0;
}

static int mount_proc(void)
{
    if (mount("proc", ROOT_JAIL "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) != 0)
        return failed_errno("the kernel refuses a procfs in the jail (a container that hides parts of /proc: in Kubernetes runtimeClassName gvisor or procMount "
                            "Unmasked, in Docker --security-opt systempaths=unconfined)");
    if (mount(ROOT_JAIL "/proc/sys", ROOT_JAIL "/proc/sys", NULL, MS_BIND, NULL) != 0
        || mount(NULL, ROOT_JAIL "/proc/sys", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL) != 0)
        return failed_errno("cannot make /proc/sys read-only");
    return 0;
}

static int enter_root(void)
{
    if (syscall(SYS_pivot_root, ROOT_JAIL, ROOT_JAIL "/mnt") != 0 || chdir("/") != 0)
        return failed_errno("the kernel refuses pivot_root in the jail");
    if (umount2("/mnt", MNT_DETACH) != 0)
        return failed_errno("cannot let go of the server's root");
    return 0;
}

static void volunteer_for_oom(void)
{
    if (strcmp(root_isolation(), "gvisor") == 0) /* which has no killer of its own */
        return;
    int fd = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return;
    if (write(fd, "1000", 4) < 0) {
        /* then it is killed no sooner than others */
    }
    close(fd);
}

static int drop_privileges(void)
{
    /* Which is the last is not asked first: system calls are dear in gVisor. */
    int capability = 0;
    while (prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0)
        capability++;
    if (errno != EINVAL || capability <= CAP_AUDIT_READ)
        return failed_errno("cannot drop capability %d", capability);
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct none[2] = {{0}};
    prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
    if (syscall(SYS_capset, &header, none) != 0)
        return failed_errno("cannot drop capabilities");
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return failed_errno("cannot set no_new_privs");
    /* From here on nobody of the same uid can trace us, read our memory or borrow our descriptors. */
    if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0)
        return failed_errno("cannot become undumpable");
    return 0;
}

static uint64_t own_cpu_us(void)
{
    return clock_us(CLOCK_PROCESS_CPUTIME_ID);
}

/* The server watches from outside, through the jail's own procfs and file systems. */
static int open_folders(struct init_plan *plan)
{
    static const char *const paths[] = {[FOLDER_PROC] = "/proc", [FOLDER_SCRATCH] = "/work", [FOLDER_FEEDBACK] = "/feedback"};
    for (int i = 0; i < FOLDERS; i++)
        if ((plan->folders[i] = open(paths[i], O_RDONLY | O_DIRECTORY | O_CLOEXEC)) < 0)
            return failed_errno("cannot open the jail's %s", paths[i]);
    return 0;
}

static int build(struct init_plan *plan)
{
    const struct exec_request *request = plan->request;
    /* Our parent was undumpable, and then our uid_map would be root's. */
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    if (root_map_ids(INSIDE_ID, INSIDE_ID) != 0)
        return -1;
    volunteer_for_oom();
    /* A mount that came from the server's namespace is locked in ours; bound onto itself it becomes one that we may pivot into. */
    if (mount(ROOT_JAIL, ROOT_JAIL, NULL, MS_BIND | MS_REC, NULL) != 0)
        return failed_errno("cannot bind the jail's root");
    if (mount_scratch(request->limits.scratch) != 0 || mount_box(request) != 0 || mount_exposed(request) != 0)
        return -1;
    if (request->feedback && mount_tmpfs(ROOT_JAIL "/feedback", FEEDBACK_SIZE, 256, 0755) != 0)
        return -1;
    if (mount_proc() != 0 || enter_root() != 0)
        return -1;
    if (sethostname("jail", 4) != 0)
        return failed_errno("cannot set the host name");
    if (drop_privileges() != 0)
        return -1;
    if (prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0)
        return failed_errno("cannot tie the jail to its server");
    return open_folders(plan);
}

/* The server's word to stop. A sender in the jail has a pid here; one above it has none. */
static void on_stop(int number, siginfo_t *from, void *context)
{
    (void)number;
    (void)context;
    if (from->si_pid == 0)
        kill(-1, SIGKILL);
}

/* All are reaped before the end is told, because only who is waited for has its CPU time counted. */
static _Noreturn void reap(int control, pid_t program)
{
    struct message message = {.kind = MESSAGE_END, .status = -1};
    for (;;) {
        int status;
        pid_t ended = waitpid(-1, &status, __WALL);
        if (ended == program) {
            message.status = status;
            message.at_us = now_us();
        }
        if (ended == program || (ended > 0 && message.status >= 0))
            kill(-1, SIGKILL);
        if (ended < 0 && errno != EINTR)
            break;
    }
    message.own_cpu_us = own_cpu_us();
    control_send(control, &message);
    _exit(0);
}

void init_run(struct init_plan *plan)
{
    struct sigaction stopping = {.sa_sigaction = on_stop, .sa_flags = SA_SIGINFO | SA_RESTART}, before;
    prctl(PR_SET_NAME, "init", 0, 0, 0);
    if (build(plan) != 0)
        broken(plan->control);
    sigaction(STOP_SIGNAL, &stopping, &before);
    plan->init_cpu_us = own_cpu_us();
    pid_t program = fork();
    if (program < 0) {
        failed_errno("cannot start a process in the jail");
        broken(plan->control);
    }
    if (program == 0) {
        sigaction(STOP_SIGNAL, &before, NULL);
        program_confine(plan);
        return;
    }
    /* What an interpreter wants done at signals is not init's business. */
    for (int number = 1; plan->warm && number < NSIG; number++)
        if (number != STOP_SIGNAL && sigismember(plan->warm, number) == 1)
            signal(number, SIG_DFL);
    memset(command_line, 0, (size_t)(command_line_end - command_line));
    close(plan->input);
    close(plan->output);
    close(plan->error);
    reap(plan->control, program);
}
