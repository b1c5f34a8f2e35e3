/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The part of root.h that every jail's init needs as well, whatever process it was forked from. */
#include "root.h"

#include "failure.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/utsname.h>
#include <unistd.h>

static const char *isolation;
static uint64_t sharing = SHARING_LIKELY;

void root_believe(const char *known_isolation, uint64_t known_sharing)
{
    isolation = known_isolation ? known_isolation : isolation;
    sharing = known_sharing;
}

uint64_t root_sharing(void)
{
    return sharing;
}

uint64_t root_processes_room(uint64_t limit)
{
    return limit + limit / 4 + 16;
}

/*
 * Processes are counted per user namespace on Linux, but per uid over the whole sandbox in gVisor: there it must leave room for all that share one, and for one
 * more: the validator that a program with many threads talks to. Much more than that would let a flood of processes take all the sandbox's time before it is
 * seen.
 */
uint64_t root_processes_ceiling(uint64_t limit)
{
    uint64_t together = strcmp(root_isolation(), "gvisor") == 0 ? sharing + 1 : 1;
    return together * root_processes_room(limit);
}

const char *root_isolation(void)
{
    if (isolation)
        return isolation;
    /* The kernel log of gVisor is its own and readable by all; elsewhere this is refused or shows the machine's. */
    char log[65536];
    struct utsname name;
    int length = klogctl(3, log, sizeof log - 1);
    log[length > 0 ? length : 0] = 0;
    isolation = strstr(log, "gVisor") || (uname(&name) == 0 && strstr(name.release, "gvisor")) ? "gvisor" : "namespaces";
    return isolation;
}

int root_write(const char *path, const char *text)
{
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        return -1;
    size_t length = strlen(text);
    ssize_t written = write(fd, text, length);
    int error = errno;
    close(fd);
    errno = error;
    return written == (ssize_t)length ? 0 : -1;
}

int root_map_ids(uid_t from_uid, gid_t from_gid)
{
    char map[64];
    if (root_write("/proc/self/setgroups", "deny") != 0 && errno != ENOENT) /* gVisor has no such file */
        return failed_errno("cannot write /proc/self/setgroups");
    snprintf(map, sizeof map, "%u %u 1\n", INSIDE_ID, from_uid);
    if (root_write("/proc/self/uid_map", map) != 0)
        return failed_errno("the kernel refuses to map uid %u (is /proc mounted, and does no security module forbid user namespaces?)", from_uid);
    snprintf(map, sizeof map, "%u %u 1\n", INSIDE_ID, from_gid);
    if (root_write("/proc/self/gid_map", map) != 0)
        return failed_errno("the kernel refuses to map gid %u", from_gid);
    return 0;
}
