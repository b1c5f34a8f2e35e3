/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "mounts.h"

#include "failure.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SYS_mount_setattr
#define SYS_mount_setattr 442
#endif

struct attributes {
    uint64_t set, clear, propagation, user_namespace;
};

/* What was found out about the kernel, so that it is not asked for every jail. */
static bool lacks_attributes, lacks_inodes;

static int restrict_mount(const char *target, unsigned mode)
{
    struct attributes attributes = {.set = 2 /* nosuid */};
    attributes.set |= mode & MOUNT_READ_ONLY ? 1 : 0;
    attributes.set |= mode & MOUNT_NO_DEVICES ? 4 : 0;
    if (!lacks_attributes && syscall(SYS_mount_setattr, AT_FDCWD, target, 0x8000 /* AT_RECURSIVE */, &attributes, sizeof attributes) == 0)
        return 0;
    lacks_attributes |= errno == ENOSYS;

    /* Older kernels and gVisor: a remount, which must name the flags that are locked already. */
    struct statvfs now;
    unsigned long flags = MS_REMOUNT | MS_BIND | MS_NOSUID;
    if (statvfs(target, &now) == 0) {
        flags |= now.f_flag & ST_RDONLY ? MS_RDONLY : 0;
        flags |= now.f_flag & ST_NODEV ? MS_NODEV : 0;
        flags |= now.f_flag & ST_NOEXEC ? MS_NOEXEC : 0;
        flags |= now.f_flag & ST_NOATIME ? MS_NOATIME : 0;
        flags |= now.f_flag & ST_NODIRATIME ? MS_NODIRATIME : 0;
        flags |= now.f_flag & ST_RELATIME ? MS_RELATIME : 0;
    }
    flags |= mode & MOUNT_READ_ONLY ? MS_RDONLY : 0;
    flags |= mode & MOUNT_NO_DEVICES ? MS_NODEV : 0;
    if (mount(NULL, target, NULL, flags, NULL) != 0)
        return failed_errno("cannot make %s %s", target, mode & MOUNT_READ_ONLY ? "read-only" : "free of set-uid");
    return 0;
}

int mount_bind(const char *source, const char *target, unsigned mode)
{
    if (mount(source, target, NULL, MS_BIND | MS_REC, NULL) != 0)
        return failed_errno("cannot bind %s at %s", source, target);
    return restrict_mount(target, mode);
}

int mount_tmpfs(const char *target, uint64_t size, unsigned inodes, unsigned permissions)
{
    char options[128];
    int length = snprintf(options, sizeof options, "size=%llu,mode=%o", (unsigned long long)size, permissions);
    if (!lacks_inodes)
        snprintf(options + length, sizeof options - (size_t)length, ",nr_inodes=%u", inodes);
    if (mount("tmpfs", target, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0)
        return 0;
    if (errno == EINVAL && !lacks_inodes) { /* gVisor knows the size but not the inodes */
        options[length] = 0;
        lacks_inodes = mount("tmpfs", target, "tmpfs", MS_NOSUID | MS_NODEV, options) == 0;
        if (lacks_inodes)
            return 0;
    }
    return failed_errno("cannot mount a tmpfs of %llu bytes at %s", (unsigned long long)size, target);
}

int mount_point(const char *path, bool folder)
{
    char part[512];
    if ((size_t)snprintf(part, sizeof part, "%s", path) >= sizeof part)
        return failed("path too long: %s", path);
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        if (mkdir(part, 0755) != 0 && errno != EEXIST)
            return failed_errno("cannot make folder %s", part);
        *slash = '/';
    }
    if (folder) {
        if (mkdir(path, 0755) != 0 && errno != EEXIST)
            return failed_errno("cannot make folder %s", path);
        return 0;
    }
    int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0644);
    if (fd < 0)
        return failed_errno("cannot make file %s", path);
    close(fd);
    return 0;
}
