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

static bool read_text(const char *path, char *text, size_t size)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t length = 0, piece;
    while ((piece = read(fd, text + length, size - 1 - (size_t)length)) > 0)
        length += piece;
    close(fd);
    text[length] = 0;
    return piece == 0 && length > 0;
}

static bool is_untouched(const char *path)
{
    char text[2048];
    return read_text(path, text, sizeof text) && all_zero(text);
}

/* What counts packets and refusals counts on when the sockets are closed: a program could read from it what an earlier one did. And labels of flows outlive
 * their socket. */
static const char *const counters[] = {"/proc/self/net/snmp", "/proc/self/net/snmp6", "/proc/self/net/ip6_flowlabel"};
#define COUNTERS (sizeof counters / sizeof *counters)
#define COUNTERS_TEXT 12288
static char fresh[COUNTERS][COUNTERS_TEXT]; /* as they were in the new namespace; empty: there is none, or it is too long */

static void remember_counters(void)
{
    for (size_t i = 0; i < COUNTERS; i++)
        if (!read_text(counters[i], fresh[i], sizeof fresh[i]))
            fresh[i][0] = 0;
}

static bool counters_are_fresh(void)
{
    static char now[COUNTERS_TEXT];
    for (size_t i = 0; i < COUNTERS; i++)
        if (fresh[i][0] && (!read_text(counters[i], now, sizeof now) || strcmp(now, fresh[i]) != 0))
            return false;
    return true;
}

int network_make(void)
{
    generation++;
    if (unshare(CLONE_NEWNET) != 0)
        return failed_errno("the kernel refuses a net namespace (see sysctl user.max_net_namespaces, and CONFIG_NET_NS)");
    raise_loopback();
    keep_buffers_small();
    remember_counters();
    return 0;
}

int network_refresh(void)
{
    if (network_flag_of_jails())
        return 0;
    if (is_untouched("/proc/self/net/sockstat") && (is_untouched("/proc/self/net/sockstat6") || access("/proc/self/net/sockstat6", F_OK) != 0)
        && counters_are_fresh())
        return 0;
    return network_make();
}
