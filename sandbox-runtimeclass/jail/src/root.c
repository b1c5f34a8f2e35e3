/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "root.h"

#include "failure.h"
#include "mounts.h"
#include "network.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <stdbool.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NEW_ROOT_SIZE (16u << 20)

static uid_t outside_uid;
static gid_t outside_gid;

uid_t root_uid(void)
{
    return outside_uid;
}

static long read_number(const char *path)
{
    char text[32] = "";
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    ssize_t length = read(fd, text, sizeof text - 1);
    close(fd);
    return length > 0 ? atol(text) : -1;
}

/* Root drops to one unprivileged uid first: with the machine's uid 0 mapped into the jail, files of root (/proc/sys above all) would be the program's own. */
static int become_unprivileged(uid_t wanted)
{
    if (geteuid() != getuid() || getegid() != getgid())
        return failed("gretlab-jail must not be installed set-uid or set-gid");
    if (getuid() != 0) {
        if (wanted && wanted != getuid())
            return failed("--uid %u needs root; started by uid %u it can only run programs as %u", wanted, getuid(), getuid());
        outside_uid = getuid();
        outside_gid = getgid();
        return 0;
    }
    outside_uid = wanted ? wanted : UNPRIVILEGED_UID;
    outside_gid = outside_uid;
    if (setgroups(0, NULL) != 0 || setresgid(outside_gid, outside_gid, outside_gid) != 0
        || setresuid(outside_uid, outside_uid, outside_uid) != 0)
        return failed_errno("started by root, but the kernel refuses to become uid %u (a container that drops the capabilities SETUID and SETGID, or a"
                            " user namespace without that uid); start it as an ordinary user instead",
                            outside_uid);
    return 0;
}

static int refused_namespace(void)
{
    int error = errno;
    struct stat ignored;
    const char *how = "a seccomp profile or a security module of the container refuses unshare; in Kubernetes use runtimeClassName gvisor, in Docker a "
                      "seccomp profile that allows unshare, clone, mount and pivot_root";
    if (read_number("/proc/sys/user/max_user_namespaces") == 0)
        how = "allow it with: sysctl user.max_user_namespaces=10000";
    else if (read_number("/proc/sys/kernel/unprivileged_userns_clone") == 0)
        how = "allow it with: sysctl kernel.unprivileged_userns_clone=1";
    else if (read_number("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == 1)
        how = "allow it with: sysctl kernel.apparmor_restrict_unprivileged_userns=0, or an AppArmor profile for gretlab-jail with the rule 'userns,'";
    else if (error == ENOSPC || error == EUSERS)
        how = "too many user namespaces, or too deeply nested; see sysctl user.max_user_namespaces";
    else if (error == EINVAL && stat("/proc/self/ns/user", &ignored) != 0)
        how = "this kernel was built without CONFIG_USER_NS";
    else if (error == EPERM && stat("/proc/self/root/proc", &ignored) != 0)
        how = "a process in a chroot may not make user namespaces; start it outside";
    errno = error;
    return failed_errno("the kernel refuses uid %u a user and a mount namespace (%s)", outside_uid, how);
}

static int write_file(const char *path, const char *text)
{
    if (mount_point(path, false) != 0)
        return -1;
    return root_write(path, text) == 0 ? 0 : failed_errno("cannot write %s", path);
}

static int copy_file(const char *source, const char *target)
{
    char piece[16384];
    int in = open(source, O_RDONLY | O_CLOEXEC);
    if (in < 0)
        return 0; /* the machine has none: then programs need none */
    if (mount_point(target, false) != 0) {
        close(in);
        return -1;
    }
    int out = open(target, O_WRONLY | O_CLOEXEC);
    ssize_t length = -1;
    while (out >= 0 && (length = read(in, piece, sizeof piece)) > 0)
        if (write(out, piece, (size_t)length) != length)
            length = -1;
    close(in);
    if (out >= 0)
        close(out);
    return length == 0 ? 0 : failed_errno("cannot copy %s", source);
}

/* The functions below build the jail's root in the working folder. A link stays a link (merged /usr), a folder becomes a read-only mount; what is not there is left out. */
static int show(const char *path)
{
    char link[PATH_MAX];
    struct stat status;
    const char *target = path + 1;
    if (lstat(path, &status) != 0)
        return 0;
    if (S_ISLNK(status.st_mode)) {
        ssize_t length = readlink(path, link, sizeof link - 1);
        if (length < 0)
            return failed_errno("cannot read link %s", path);
        link[length] = 0;
        return symlink(link, target) == 0 || errno == EEXIST ? 0 : failed_errno("cannot make link %s", target);
    }
    if (mount_point(target, S_ISDIR(status.st_mode)) != 0)
        return -1;
    return mount_bind(path, target, MOUNT_READ_ONLY | MOUNT_NO_DEVICES);
}

/* A folder of links: made anew, which saves every jail a mount. */
static int copy_links(const char *folder)
{
    DIR *entries = opendir(folder);
    if (!entries)
        return 0;
    int outcome = mount_point(folder + 1, true);
    struct dirent *entry;
    while (outcome == 0 && (entry = readdir(entries))) {
        char link[PATH_MAX], name[PATH_MAX];
        ssize_t length = readlinkat(dirfd(entries), entry->d_name, link, sizeof link - 1);
        if (length < 0)
            continue;
        link[length] = 0;
        if ((size_t)snprintf(name, sizeof name, "%s/%s", folder + 1, entry->d_name) < sizeof name && symlink(link, name) != 0)
            outcome = failed_errno("cannot make link %s", name);
    }
    closedir(entries);
    return outcome;
}

/* Run times keep settings in folders like /etc/java-17-openjdk. */
static int show_settings(void)
{
    DIR *entries = opendir("/etc");
    if (!entries)
        return 0;
    int outcome = 0;
    struct dirent *entry;
    while (outcome == 0 && (entry = readdir(entries))) {
        char path[sizeof entry->d_name + 8];
        if (strncmp(entry->d_name, "java", 4) != 0 && strncmp(entry->d_name, "python", 6) != 0)
            continue;
        snprintf(path, sizeof path, "/etc/%s", entry->d_name);
        outcome = show(path);
    }
    closedir(entries);
    return outcome;
}

/* What was made ahead for run times (sandbox-runtimeclass/prepare), in the folder `prepared` beside this program. It may be absent, or out of this user's
 * reach: then they do without. */
static int show_prepared(void)
{
    static const char name[] = "/prepared";
    char path[PATH_MAX + sizeof name];
    struct stat status;
    ssize_t length = readlink("/proc/self/exe", path, PATH_MAX);
    if (length <= 0)
        return 0;
    path[length] = 0;
    strcpy(strrchr(path, '/'), name);
    if (stat(path, &status) != 0 || !S_ISDIR(status.st_mode) || access(path, R_OK | X_OK) != 0)
        return 0;
    return mount_point(name + 1, true) != 0 ? -1 : mount_bind(path, name + 1, MOUNT_READ_ONLY | MOUNT_NO_DEVICES);
}

/* Programs, and what --bind names. */
static int show_system(const struct root_options *options)
{
    static const char *const folders[] = {"/usr", "/bin", "/sbin", "/lib", "/lib64", "/lib32", "/libx32"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (show(folders[i]) != 0)
            return -1;
    for (size_t i = 0; i < options->bind_count; i++)
        if (show(options->binds[i]) != 0)
            return -1;
    return show_prepared();
}

static int build_jail_root(const struct root_options *options)
{
    static const char *const points[] = {"proc", "box", "work", "tmp", "data", "feedback", "mnt", "dev/shm"};
    static const char *const devices[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"};
    static const char *const links[][2] = {{"/proc/self/fd", "dev/fd"},
                                           {"/proc/self/fd/0", "dev/stdin"},
                                           {"/proc/self/fd/1", "dev/stdout"},
                                           {"/proc/self/fd/2", "dev/stderr"}};
    static const char *const copied[] = {"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/localtime", "/etc/mime.types"};
    static const char *const written[][2] = {
        {"etc/passwd", "root:x:0:0:root:/:/bin/sh\nstudent:x:1000:1000:student:/work:/bin/sh\nnobody:x:65534:65534:nobody:/:/bin/sh\n"},
        {"etc/group", "root:x:0:\nstudent:x:1000:\nnogroup:x:65534:\n"},
        {"etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"},
        {"etc/hosts", "127.0.0.1 localhost jail\n::1 localhost\n"},
    };
    if (show_system(options) != 0)
        return -1;
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        if (mount_point(points[i], true) != 0)
            return -1;
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        if (mount_point(devices[i] + 1, false) != 0 || mount_bind(devices[i], devices[i] + 1, 0) != 0)
            return -1;
    for (size_t i = 0; i < sizeof links / sizeof *links; i++)
        if (symlink(links[i][0], links[i][1]) != 0)
            return failed_errno("cannot make link %s", links[i][1]);
    for (size_t i = 0; i < sizeof copied / sizeof *copied; i++)
        if (copy_file(copied[i], copied[i] + 1) != 0)
            return -1;
    for (size_t i = 0; i < sizeof written / sizeof *written; i++)
        if (write_file(written[i][0], written[i][1]) != 0)
            return -1;
    return copy_links("/etc/alternatives") != 0 || show_settings() != 0 ? -1 : 0;
}

/* Any folder will do to build on; one that nobody binds from is best. */
static const char *building_ground(const struct root_options *options)
{
    static const char *const grounds[] = {"/mnt", "/srv", "/media", "/opt", "/var", "/tmp"};
    for (size_t i = 0; i < sizeof grounds / sizeof *grounds; i++) {
        size_t length = strlen(grounds[i]);
        bool taken = options->program && strncmp(options->program, grounds[i], length) == 0;
        for (size_t k = 0; k < options->bind_count; k++)
            taken |= strncmp(options->binds[k], grounds[i], length) == 0;
        if (!taken && access(grounds[i], X_OK) == 0)
            return grounds[i];
    }
    return NULL;
}

static int build_root(const struct root_options *options)
{
    static const char *const points[] = {"proc", "old", "jail", "scratch", "boxes/p", "boxes/v", "boxes/d", "read/p", "read/v", "read/d"};
    const char *ground = building_ground(options);
    if (!ground)
        return failed("no folder to build a root on: one of /mnt, /srv, /media, /opt, /var, /tmp must exist");
    if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0)
        return failed_errno("the kernel refuses to make mounts private; a container's seccomp profile or AppArmor must allow mount in user namespaces");
    if (mount_tmpfs(ground, NEW_ROOT_SIZE, 8192, 0755) != 0)
        return -1;
    if (chdir(ground) != 0)
        return failed_errno("cannot enter %s", ground);
    for (size_t i = 0; i < sizeof points / sizeof *points; i++)
        if (mount_point(points[i], true) != 0)
            return -1;
    /* Kept whole: the kernel lets a jail mount a procfs of its own only where one is fully visible. */
    if (mount("/proc", "proc", NULL, MS_BIND | MS_REC, NULL) != 0)
        return failed_errno("cannot bind /proc");
    if (options->program && mount_bind(options->program, "read/p", MOUNT_READ_ONLY | MOUNT_NO_DEVICES) != 0)
        return -1;
    if (mount_tmpfs("jail", NEW_ROOT_SIZE, 4096, 0755) != 0)
        return -1;
    /* Interpreters that wait for jobs run in here, with everything under the names that it has in a jail. */
    if (show_system(options) != 0 || mount_point("work", true) != 0 || mount_point("tmp", true) != 0)
        return -1;
    if ((symlink("jail/etc", "etc") != 0 && errno != EEXIST) || (symlink("jail/dev", "dev") != 0 && errno != EEXIST))
        return failed_errno("cannot complete the server's root");
    if (chdir("jail") != 0 || build_jail_root(options) != 0 || chdir("..") != 0)
        return -1;
    if (mount(NULL, "jail", NULL, MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NODEV, NULL) != 0)
        return failed_errno("cannot make the jail's root read-only");
    if (syscall(SYS_pivot_root, ".", "old") != 0 || chdir("/") != 0)
        return failed_errno("the kernel refuses pivot_root (a seccomp profile without it, or a root on the initial ramdisk)");
    if (umount2("/old", MNT_DETACH) != 0 || rmdir("/old") != 0)
        return failed_errno("cannot let go of the old root");
    return 0;
}

int root_enter(const struct root_options *options)
{
    root_isolation();
    root_believe(NULL, options->sharing ? options->sharing : SHARING_LIKELY);
    if (become_unprivileged(options->uid) != 0)
        return -1;
    /* Changing uid made us undumpable, and then our own uid_map belongs to root. */
    prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
    if (unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0)
        return refused_namespace();
    umask(022);
    if (root_map_ids(outside_uid, outside_gid) != 0)
        return -1;
    return build_root(options) != 0 || network_make() != 0 ? -1 : 0;
}
