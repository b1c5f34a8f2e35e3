/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "watch.h"

#include "boxes.h"
#include "clock.h"
#include "root.h"
#include "warm.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#define SHARED_PIECES 256
#define MAPPINGS_TEXT_MOST (1u << 20)
#define MAPPINGS_EVERY 8u /* samples */
#define QUIET_EVERY_US 1000000

struct entry { /* linux_dirent64 */
    uint64_t inode;
    int64_t offset;
    unsigned short length;
    unsigned char type;
    char name[];
};

struct process {
    uint64_t own_ticks, reaped_ticks, threads, start, address_space, resident;
};

static bool read_process(int proc, unsigned pid, struct process *process)
{
    char path[32], text[1024];
    snprintf(path, sizeof path, "%u/stat", pid);
    int fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t length = read(fd, text, sizeof text - 1);
    close(fd);
    if (length <= 0)
        return false;
    text[length] = 0;
    /* The name in brackets is the program's to choose, so fields count from the last bracket: the next is field 3. */
    char *at = strrchr(text, ')');
    if (!at || !at[1])
        return false;
    at += 2;
    uint64_t fields[25] = {0};
    for (int i = 3; i < 25 && *at; i++) {
        if (i > 3)
            fields[i] = strtoull(at, NULL, 10);
        at += strcspn(at, " ");
        at += *at == ' ';
    }
    static long page;
    if (!page)
        page = sysconf(_SC_PAGESIZE);
    *process = (struct process){
        .own_ticks = fields[14] + fields[15],
        .reaped_ticks = fields[16] + fields[17],
        .threads = fields[20] ? fields[20] : 1,
        .start = fields[22],
        .address_space = fields[23],
        .resident = fields[24] * (uint64_t)page,
    };
    return true;
}

/* Memory by share, where the kernel tells it: pages of forked children and of libraries are counted once. */
static bool read_share(int proc, unsigned pid, uint64_t *share, uint64_t *share_of_files_in_memory)
{
    char path[32], text[2048];
    snprintf(path, sizeof path, "%u/smaps_rollup", pid);
    int fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    ssize_t length = read(fd, text, sizeof text - 1);
    close(fd);
    if (length <= 0)
        return false;
    text[length] = 0;
    const char *pss = strstr(text, "\nPss:"), *shmem = strstr(text, "\nPss_Shmem:");
    if (!pss)
        return false;
    *share = strtoull(pss + 5, NULL, 10) * 1024;
    *share_of_files_in_memory = shmem ? strtoull(shmem + 11, NULL, 10) * 1024 : 0;
    return true;
}

static uint64_t count_descriptors(int proc, unsigned pid)
{
    char path[32];
    struct stat status;
    snprintf(path, sizeof path, "%u/fd", pid);
    if (fstatat(proc, path, &status, 0) != 0)
        return 0;
    if (status.st_size > 0) /* Linux 6.2 and later */
        return (uint64_t)status.st_size;
    static char list[32768] __attribute__((aligned(8)));
    uint64_t count = 0;
    long length;
    int fd = openat(proc, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    while ((length = syscall(SYS_getdents64, fd, list, sizeof list)) > 0)
        for (long at = 0; at < length; at += ((const struct entry *)(const void *)(list + at))->length)
            count++;
    close(fd);
    return count;
}

struct shared_piece {
    uint64_t object, end;
};

struct shared {
    struct shared_piece pieces[SHARED_PIECES];
    size_t count;
    uint64_t rest; /* of those that had no room */
    size_t left;   /* bytes of text that may still be read */
};

static void add_piece(struct shared *shared, uint64_t object, uint64_t end, uint64_t length)
{
    for (size_t i = 0; i < shared->count; i++) {
        if (shared->pieces[i].object == object) {
            if (end > shared->pieces[i].end)
                shared->pieces[i].end = end;
            return;
        }
    }
    if (shared->count < SHARED_PIECES)
        shared->pieces[shared->count++] = (struct shared_piece){object, end};
    else
        shared->rest += length;
}

/* Lines like "7f2a0000-7f2b0000 rw-s 00000000 00:01 1234   /dev/zero (deleted)" */
static void take_mapping(struct shared *shared, char *line)
{
    char *at;
    if (!strstr(line, " /dev/zero"))
        return;
    uint64_t begin = strtoull(line, &at, 16);
    uint64_t length = *at == '-' ? strtoull(at + 1, &at, 16) - begin : 0;
    if (strlen(at) < 6 || at[4] != 's')
        return;
    uint64_t offset = strtoull(at + 5, &at, 16);
    at += strspn(at, " ");
    at += strcspn(at, " "); /* the device */
    add_piece(shared, strtoull(at, NULL, 10), offset + length, length);
}

static void read_mappings(int proc, unsigned pid, struct shared *shared)
{
    static char text[16384];
    char path[32];
    size_t have = 0;
    ssize_t length;
    snprintf(path, sizeof path, "%u/maps", pid);
    int fd = openat(proc, path, O_RDONLY | O_CLOEXEC);
    while (fd >= 0 && shared->left && (length = read(fd, text + have, sizeof text - 1 - have)) > 0) {
        shared->left -= (size_t)length < shared->left ? (size_t)length : shared->left;
        text[have + (size_t)length] = 0;
        char *line = text;
        for (char *end; (end = strchr(line, '\n')); line = end + 1) {
            *end = 0;
            take_mapping(shared, line);
        }
        have = strlen(line);
        if (have == sizeof text - 1) /* a line so long names a file */
            have = 0;
        memmove(text, line, have);
    }
    if (fd >= 0)
        close(fd);
}

/* Memory that processes share without a file is nobody's resident memory when all have let go of its pages, and still there. So what is mapped counts. */
static uint64_t shared_without_file(const struct watch *watch)
{
    static struct shared shared;
    shared = (struct shared){.left = MAPPINGS_TEXT_MOST};
    for (size_t i = 0; i < watch->seen_count; i++)
        read_mappings(watch->proc, watch->seen[i].pid, &shared);
    if (!shared.left) /* so many mappings are memory of the kernel's that nobody counts */
        return watch->memory_limit + 1;
    uint64_t sum = shared.rest;
    for (size_t i = 0; i < shared.count; i++)
        sum += shared.pieces[i].end;
    return sum;
}

static uint64_t count_processes(const char *list, long length)
{
    uint64_t count = 0;
    for (long at = 0; at < length; at += ((const struct entry *)(const void *)(list + at))->length) {
        const char *name = ((const struct entry *)(const void *)(list + at))->name;
        count += name[0] >= '1' && name[0] <= '9';
    }
    return count;
}

static void remember(struct watch *watch, unsigned pid, const struct process *process)
{
    for (size_t i = 0; i < watch->seen_count; i++) {
        struct seen_process *seen = &watch->seen[i];
        if (seen->pid == pid && seen->start == process->start) {
            seen->ticks = process->own_ticks;
            seen->round = watch->round;
            return;
        }
    }
    if (watch->seen_count == watch->seen_room) {
        size_t room = watch->seen_room ? 2 * watch->seen_room : 64;
        struct seen_process *grown = realloc(watch->seen, room * sizeof *grown);
        if (!grown)
            return;
        watch->seen = grown;
        watch->seen_room = room;
    }
    watch->seen[watch->seen_count++] =
        (struct seen_process){.pid = pid, .start = process->start, .ticks = process->own_ticks, .round = watch->round};
}

/* What a process had used when last seen stays counted, also when its parent never asked for it. */
static void forget_gone(struct watch *watch)
{
    for (size_t i = 0; i < watch->seen_count;) {
        if (watch->seen[i].round == watch->round) {
            i++;
            continue;
        }
        watch->gone_ticks += watch->seen[i].ticks;
        watch->seen[i] = watch->seen[--watch->seen_count];
    }
}

static uint64_t file_bytes(const struct watch *watch)
{
    struct statfs status;
    uint64_t bytes = 0;
    if (watch->scratch >= 0 && fstatfs(watch->scratch, &status) == 0)
        bytes = (uint64_t)(status.f_blocks - status.f_bfree) * (uint64_t)status.f_bsize;
    if (watch->box) {
        uint64_t now = boxes_used(watch->box);
        bytes += now > watch->box_before ? now - watch->box_before : 0;
    }
    return bytes;
}

/* gVisor does not tell shares. What all its sandbox holds, files of tmpfs's included, is a bound for the job that is exact when the sandbox has no other. */
static uint64_t sandbox_memory(void)
{
    char text[2048];
    int fd = open("/proc/meminfo", O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return 0;
    ssize_t length = read(fd, text, sizeof text - 1);
    close(fd);
    text[length > 0 ? length : 0] = 0;
    const char *anonymous = strstr(text, "\nAnonPages:");
    return anonymous ? strtoull(anonymous + 11, NULL, 10) * 1024 : 0;
}

static uint64_t quiet_sandbox_memory;

/* The least that was ever seen: others in the sandbox, the agent or a slot that was busy when this one began, may hold less later, and that must not count as
 * room for our programs. */
void watch_prepare(void)
{
    static uint64_t looked_us;
    if (strcmp(root_isolation(), "gvisor") != 0 || (quiet_sandbox_memory && now_us() - looked_us < QUIET_EVERY_US))
        return;
    looked_us = now_us();
    uint64_t ignored, all = sandbox_memory();
    uint64_t ours = boxes_used('p') + boxes_used('v') + boxes_used('d') + warm_memory(&ignored);
    uint64_t quiet = all > ours ? all - ours : 1;
    if (all && (!quiet_sandbox_memory || quiet < quiet_sandbox_memory))
        quiet_sandbox_memory = quiet;
}

static uint64_t memory_in_sandbox(struct watch *watch, uint64_t sum)
{
    uint64_t now = sandbox_memory(), not_the_jobs = quiet_sandbox_memory + boxes_used('p') + boxes_used('v') + boxes_used('d');
    /* Interpreters that wait are not the job's, but what it shares with the one it was copied from is, as if it had started by itself. */
    uint64_t ignored;
    not_the_jobs += warm_memory(&ignored) - watch->warm_share;
    if (watch->box) /* what the job has written there is its own */
        not_the_jobs -= boxes_used(watch->box) - watch->box_before;
    uint64_t bound = now > not_the_jobs ? now - not_the_jobs : 0;
    if (!now || bound >= sum)
        return sum;
    watch->shared_most = sum - bound > watch->shared_most ? sum - bound : watch->shared_most;
    return bound;
}

static uint64_t memory_by_share(const struct watch *watch, uint64_t files)
{
    uint64_t sum = 0, in_memory = 0;
    for (size_t i = 0; i < watch->seen_count; i++) {
        uint64_t share, share_in_memory;
        struct process process;
        if (read_share(watch->proc, watch->seen[i].pid, &share, &share_in_memory)) {
            sum += share - (share_in_memory < share ? share_in_memory : share);
            in_memory += share_in_memory;
        } else if (read_process(watch->proc, watch->seen[i].pid, &process)) {
            sum += process.resident;
        }
    }
    /* Files of a tmpfs that are mapped as well are in both figures. */
    return sum + (files > in_memory ? files : in_memory);
}

/* In gVisor the kernel's count is that of all its sandbox: what is not this program's is the server's, the agent's, and other slots' programs'. */
void watch_others(struct watch *watch)
{
    struct sysinfo info;
    if (watch->crowded || strcmp(root_isolation(), "gvisor") != 0 || sysinfo(&info) != 0)
        return;
    uint64_t others = info.procs > watch->processes ? info.procs - watch->processes : 0;
    watch->crowded = others + root_processes_room(watch->processes_limit) > root_processes_ceiling(watch->processes_limit);
}

void watch_sample(struct watch *watch)
{
    static char list[32768] __attribute__((aligned(8)));
    if (watch->proc < 0)
        return;
    const uint64_t tick_us = 1000000 / (uint64_t)sysconf(_SC_CLK_TCK);
    uint64_t own = 0, with_reaped = 0, resident = 0, address_space = 0, processes = 0, descriptors = 0;
    watch->round++;
    lseek(watch->proc, 0, SEEK_SET);
    for (;;) {
        long length = syscall(SYS_getdents64, watch->proc, list, sizeof list);
        if (length <= 0)
            break;
        /* A flood of processes leaves us little time, above all in gVisor: that they are too many is enough to know. (One is init.) */
        uint64_t here = count_processes(list, length);
        if (here > watch->processes_limit + 1) {
            watch->processes = here - 1;
            if (watch->processes > watch->processes_peak)
                watch->processes_peak = watch->processes;
            watch_others(watch);
            return;
        }
        for (long at = 0; at < length;) {
            const struct entry *entry = (const struct entry *)(const void *)(list + at);
            at += entry->length;
            unsigned pid = (unsigned)strtoul(entry->name, NULL, 10);
            struct process process;
            if (pid == 0 || !read_process(watch->proc, pid, &process))
                continue;
            if (pid == 1) { /* init: only what it reaped is the program's */
                with_reaped += process.reaped_ticks;
                continue;
            }
            own += process.own_ticks;
            with_reaped += process.own_ticks + process.reaped_ticks;
            resident += process.resident;
            address_space += process.address_space;
            processes += process.threads;
            descriptors += count_descriptors(watch->proc, pid);
            if (process.address_space > watch->address_space_peak)
                watch->address_space_peak = process.address_space;
            remember(watch, pid, &process);
        }
    }
    forget_gone(watch);
    own += watch->gone_ticks;
    uint64_t cpu_us = (own > with_reaped ? own : with_reaped) * tick_us;
    if (cpu_us > watch->cpu_us)
        watch->cpu_us = cpu_us;
    uint64_t files = file_bytes(watch);
    watch->memory = resident + files;
    /* In gVisor somewhat earlier, so that what it counts too much is known for the figure that it gives at the end. */
    if (quiet_sandbox_memory && watch->memory > watch->memory_limit / 4 * 3)
        watch->memory = memory_in_sandbox(watch, watch->memory);
    else if (watch->memory > watch->memory_limit)
        watch->memory = memory_by_share(watch, files);
    /* Who has not as much address space has not hidden as much memory. */
    if (address_space > watch->memory_limit && watch->round % MAPPINGS_EVERY == 0) {
        uint64_t shared = shared_without_file(watch);
        if (shared > watch->memory_limit)
            watch->memory = shared + files;
    }
    watch->processes = processes;
    watch->descriptors = descriptors;
    if (watch->memory > watch->memory_peak)
        watch->memory_peak = watch->memory;
    if (processes > watch->processes_peak)
        watch->processes_peak = processes;
    watch_others(watch);
}

void watch_free(struct watch *watch)
{
    if (watch->proc >= 0)
        close(watch->proc);
    if (watch->scratch >= 0)
        close(watch->scratch);
    free(watch->seen);
    *watch = (struct watch){.proc = -1, .scratch = -1};
}
