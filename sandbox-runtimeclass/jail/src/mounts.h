/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Mounting, with the flags that a user namespace locks kept as they are. */
#ifndef GRETLAB_MOUNTS_H
#define GRETLAB_MOUNTS_H

#include <stdbool.h>
#include <stdint.h>

enum mount_mode { MOUNT_READ_ONLY = 1, MOUNT_NO_DEVICES = 2 };

/* Binds a file or a folder with all below it; always without set-uid. The target exists. */
int mount_bind(const char *source, const char *target, unsigned mode);

/* A fresh tmpfs. `inodes` bounds what the kernel spends on names. */
int mount_tmpfs(const char *target, uint64_t size, unsigned inodes, unsigned permissions);

/* Makes folders and, in the last place, a folder or an empty file, to be mounted on. */
int mount_point(const char *path, bool folder);

#endif
