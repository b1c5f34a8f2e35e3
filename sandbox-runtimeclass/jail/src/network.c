/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "network.h"

#include "failure.h"
#include "root.h"

#include <fcntl.h>
#include <net/if.h>
#include <sched.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

static void raise_loopback(void)
{
    /* Where it is refused (gVisor brings it up by itself) programs have no network at all, which is safe. */
    int fd = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return;
    struct ifreq request = {.ifr_flags = IFF_UP | IFF_RUNNING};
    strcpy(request.ifr_name, "lo");
    ioctl(fd, SIOCSIFFLAGS, &request);
    close(fd);
}

/* What lies in a connection's buffers is charged to nobody, and by itself the kernel lets each grow to some MiB. Where it cannot be told (gVisor, or a
 * container whose /proc/sys is read-only) they do. */
static void keep_buffers_small(void)
{
    static const char *const buffers[] = {"/proc/sys/net/ipv4/tcp_wmem", "/proc/sys/net/ipv4/tcp_rmem"};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) {
        if (root_write(buffers[i], "4096 16384 65536") != 0) {
            /* as they are */
        }
    }
}

static unsigned generation;

unsigned network_generation(void)
{
    return generation;
}

long network_flag_of_jails(void)
{
    return strcmp(root_isolation(), "gvisor") == 0 ? CLONE_NEWNET : 0;
}

int network_make(void)
{
    generation++;
    if (unshare(CLONE_NEWNET) != 0)
        return failed_errno("the kernel refuses a net namespace (see sysctl user.max_net_namespaces, and CONFIG_NET_NS)");
    raise_loopback();
    keep_buffers_small();
    return 0;
}

/* Lines like "TCP: inuse 0 orphan 0 tw 0 alloc 1 mem 0"; orphan, alloc and mem count the whole machine. */
static bool all_zero(char *text)
{
    char *line_state = NULL, *word_state = NULL;
    for (char *line = strtok_r(text, "\n", &line_state); line; line = strtok_r(NULL, "\n", &line_state)) {
        char *word = strtok_r(line, " ", &word_state);
        if (!word || strcmp(word, "sockets:") == 0)
            continue;
        while ((word = strtok_r(NULL, " ", &word_state))) {
            const char *number = strtok_r(NULL, " ", &word_state);
            if ((strcmp(word, "inuse") == 0 || strcmp(word, "tw") == 0) && (!number || strcmp(number, "0") != 0))
                return false;
        }
    }
    return true;
}

static bool is_untouched(const char *path)
{
    char text[2048];
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t length = read(fd, text, sizeof text - 1);
    close(fd);
    if (length <= 0)
        return false;
    text[length] = 0;
    return all_zero(text);
}

int network_refresh(void)
{
    if (network_flag_of_jails())
        return 0;
    if (is_untouched("/proc/self/net/sockstat") && (is_untouched("/proc/self/net/sockstat6") || access("/proc/self/net/sockstat6", F_OK) != 0))
        return 0;
    return network_make();
}
