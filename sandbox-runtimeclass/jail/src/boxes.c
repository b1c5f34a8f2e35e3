/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "boxes.h"

#include "failure.h"
#include "mounts.h"
#include "request.h"
#include "root.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <unistd.h>

#define FEEDBACK_FILES 16
#define FEEDBACK_FILE_LONGEST (1u << 20)

enum { BOXES = 3 };
static const char letters[] = "pvd";
static bool open_now;
static uint64_t bytes_of_all;
static bool mounted[BOXES]; /* by letter: what no job of this workspace has named costs nothing */

static void box_path(char *path, size_t room, const char *root, char box)
{
    snprintf(path, room, "%s/%c", root, box);
}

bool boxes_are_open(void)
{
    return open_now;
}

enum box_outcome boxes_drop(void)
{
    char path[32];
    enum box_outcome outcome = BOX_DONE;
    for (int i = 0; i < BOXES; i++) {
        if (!mounted[i])
            continue;
        box_path(path, sizeof path, ROOT_READ, letters[i]);
        umount2(path, MNT_DETACH);
        box_path(path, sizeof path, ROOT_BOXES, letters[i]);
        if (umount2(path, MNT_DETACH) != 0) {
            failed_errno("cannot drop box %c", letters[i]);
            outcome = BOX_SYSTEM;
        }
        mounted[i] = false;
    }
    open_now = false;
    return outcome;
}

enum box_outcome boxes_open(uint64_t bytes)
{
    if (open_now && boxes_drop() != BOX_DONE)
        return BOX_SYSTEM;
    open_now = true;
    bytes_of_all = bytes;
    return BOX_DONE;
}

enum box_outcome boxes_need(char box)
{
    char path[32], read_path[32];
    int which = (int)(strchr(letters, box) - letters);
    if (!open_now || mounted[which])
        return BOX_DONE;
    box_path(path, sizeof path, ROOT_BOXES, box);
    box_path(read_path, sizeof read_path, ROOT_READ, box);
    if (mount_tmpfs(path, box == 'd' ? bytes_of_all / 2 : bytes_of_all / 4, box == 'd' ? 65536 : 8192, 0755) != 0)
        return BOX_SYSTEM;
    if (mount_bind(path, read_path, MOUNT_READ_ONLY | MOUNT_NO_DEVICES) != 0) {
        umount2(read_path, MNT_DETACH);
        umount2(path, MNT_DETACH);
        return BOX_SYSTEM;
    }
    mounted[which] = true;
    return BOX_DONE;
}

static enum box_outcome outcome_of_errno(const char *doing, const char *name)
{
    int error = errno;
    failed_errno("cannot %s %s", doing, name);
    if (error == ENOSPC || error == EDQUOT)
        return BOX_SPACE;
    return error == EIO || error == ENFILE || error == EMFILE || error == ENOMEM ? BOX_SYSTEM : BOX_REQUEST;
}

/* The folder that holds `name`, and the last part of it. Every step refuses links. */
static enum box_outcome enter(const char *root, char box, const char *name, bool create, int *folder, const char **last)
{
    char path[32], part[NAME_LONGEST + 1];
    if (!open_now) {
        failed("no workspace is open");
        return BOX_REQUEST;
    }
    if (boxes_need(box) != BOX_DONE)
        return BOX_SYSTEM;
    box_path(path, sizeof path, root, box);
    int at = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    for (const char *slash; at >= 0 && (slash = strchr(name, '/')); name = slash + 1) {
        memcpy(part, name, (size_t)(slash - name));
        part[slash - name] = 0;
        if (create && mkdirat(at, part, 0755) != 0 && errno != EEXIST) {
            enum box_outcome outcome = outcome_of_errno("make folder", part);
            close(at);
            return outcome;
        }
        int next = openat(at, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        int error = errno;
        close(at);
        errno = error;
        at = next;
    }
    if (at < 0)
        return outcome_of_errno("find the folder of", name);
    *folder = at;
    *last = name;
    return BOX_DONE;
}

static bool is_plain(int fd)
{
    struct stat status;
    return fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_nlink == 1;
}

static enum box_outcome write_whole(int fd, const char *name, const uint8_t *content, size_t length)
{
    while (length) {
        ssize_t written = write(fd, content, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return outcome_of_errno("write", name);
        content += written;
        length -= (size_t)written;
    }
    return BOX_DONE;
}

/* What is opened here for writing is ours alone: it did not exist, or it is a plain file with one name. */
static enum box_outcome open_to_write(int folder, const char *name, unsigned mode, bool append, int *fd)
{
    *fd = -1;
    if (append) {
        *fd = openat(folder, name, O_WRONLY | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (*fd < 0)
            return outcome_of_errno("append to", name);
        if (!is_plain(*fd)) {
            close(*fd);
            failed("cannot append to %s: not a plain file", name);
            return BOX_REQUEST;
        }
        return BOX_DONE;
    }
    if (unlinkat(folder, name, 0) != 0 && errno != ENOENT)
        return outcome_of_errno("replace", name);
    *fd = openat(folder, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    return *fd < 0 ? outcome_of_errno("make", name) : BOX_DONE;
}

enum box_outcome boxes_put(char box, const char *name, unsigned mode, bool append, const void *content, size_t length)
{
    int folder, fd;
    const char *last;
    enum box_outcome outcome = enter(ROOT_BOXES, box, name, true, &folder, &last);
    if (outcome != BOX_DONE)
        return outcome;
    outcome = open_to_write(folder, last, mode, append, &fd);
    if (outcome == BOX_DONE) {
        outcome = write_whole(fd, name, content, length);
        close(fd);
    }
    close(folder);
    return outcome;
}

enum box_outcome boxes_create(const char *name, int *fd)
{
    int folder;
    const char *last;
    enum box_outcome outcome = enter(ROOT_BOXES, 'd', name, true, &folder, &last);
    if (outcome != BOX_DONE)
        return outcome;
    outcome = open_to_write(folder, last, 0644, false, fd);
    close(folder);
    return outcome;
}

enum box_outcome boxes_remove(const char *name)
{
    int folder;
    const char *last;
    enum box_outcome outcome = enter(ROOT_BOXES, 'd', name, false, &folder, &last);
    if (outcome != BOX_DONE)
        return outcome;
    if (unlinkat(folder, last, 0) != 0)
        outcome = outcome_of_errno("remove", name);
    close(folder);
    return outcome;
}

enum box_outcome boxes_input(const char *name, int *fd)
{
    int folder;
    const char *last;
    enum box_outcome outcome = enter(ROOT_READ, 'd', name, false, &folder, &last);
    if (outcome != BOX_DONE)
        return outcome;
    *fd = openat(folder, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (*fd < 0) {
        outcome = outcome_of_errno("read", name);
    } else if (!is_plain(*fd)) {
        close(*fd);
        failed("cannot read %s: not a plain file", name);
        outcome = BOX_REQUEST;
    } else if (fchmod(*fd, 0644) != 0) {
        /* Refused on a read-only mount, and then needless. gVisor allows it, to the last program that had this file as its input, too. */
    }
    close(folder);
    return outcome;
}

uint64_t boxes_used(char box)
{
    char path[32];
    struct statfs status;
    box_path(path, sizeof path, ROOT_BOXES, box);
    if (!open_now || !mounted[strchr(letters, box) - letters] || statfs(path, &status) != 0)
        return 0;
    return (uint64_t)(status.f_blocks - status.f_bfree) * (uint64_t)status.f_bsize;
}

static enum box_outcome keep_one(int folder, const char *name, const char *prefix)
{
    char kept[2 * NAME_LONGEST + 2];
    snprintf(kept, sizeof kept, "%s/%s", prefix, name);
    if (!name_is_sound(name) || !name_is_sound(kept))
        return BOX_DONE;
    int in = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (in < 0)
        return BOX_DONE; /* a link or a socket */
    enum box_outcome outcome = BOX_DONE;
    int out;
    if (is_plain(in) && (outcome = boxes_create(kept, &out)) == BOX_DONE) {
        static uint8_t piece[65536];
        size_t left = FEEDBACK_FILE_LONGEST;
        ssize_t length;
        while (left && outcome == BOX_DONE && (length = read(in, piece, left < sizeof piece ? left : sizeof piece)) > 0) {
            outcome = write_whole(out, kept, piece, (size_t)length);
            left -= (size_t)length;
        }
        close(out);
    }
    close(in);
    return outcome;
}

enum box_outcome boxes_keep_feedback(int folder, const char *prefix)
{
    int copy = fcntl(folder, F_DUPFD_CLOEXEC, 0);
    DIR *entries = copy < 0 ? NULL : fdopendir(copy);
    if (!entries) {
        failed_errno("cannot read the feedback folder");
        return BOX_SYSTEM;
    }
    rewinddir(entries);
    enum box_outcome outcome = BOX_DONE;
    struct dirent *entry;
    int files = 0;
    while (outcome == BOX_DONE && files < FEEDBACK_FILES && (entry = readdir(entries))) {
        if (entry->d_name[0] == '.' && (!entry->d_name[1] || (entry->d_name[1] == '.' && !entry->d_name[2])))
            continue;
        files += entry->d_type == DT_REG || entry->d_type == DT_UNKNOWN;
        outcome = keep_one(folder, entry->d_name, prefix);
    }
    closedir(entries);
    return outcome;
}
