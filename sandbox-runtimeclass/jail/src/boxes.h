/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The three folders of a job. A compiler that was fed hostile source has written in them, so no path in them is ever followed. */
#ifndef GRETLAB_BOXES_H
#define GRETLAB_BOXES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum box_outcome {
    BOX_DONE,
    BOX_SPACE,   /* full */
    BOX_REQUEST, /* no such file, no workspace, ... */
    BOX_SYSTEM,
};

/* Programs (p and v) get a quarter each of `bytes`, data (d) the half: a compiler that fills its box cannot keep the inputs out. */
enum box_outcome boxes_open(uint64_t bytes);
enum box_outcome boxes_drop(void);

/* A box comes into being when it is first named, or here; without a workspace it does not. */
enum box_outcome boxes_need(char box);
bool boxes_are_open(void);

enum box_outcome boxes_put(char box, const char *name, unsigned mode, bool append, const void *content, size_t length);
enum box_outcome boxes_remove(const char *name);

/* A file of box d through the read-only mount: the program that gets it cannot reopen it for writing. */
enum box_outcome boxes_input(const char *name, int *fd);

/* A fresh file of box d. */
enum box_outcome boxes_create(const char *name, int *fd);

/* Bytes that box `box` holds now. */
uint64_t boxes_used(char box);

/* Keeps the regular files of a dead jail's feedback folder as prefix/name. */
enum box_outcome boxes_keep_feedback(int folder, const char *prefix);

#endif
