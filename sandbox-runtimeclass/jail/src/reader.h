/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Frames from standard input, whole ones only. */
#ifndef GRETLAB_READER_H
#define GRETLAB_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct reader {
    int fd;
    uint8_t *data;
    size_t length, room;
    size_t taken; /* the frame given out last, dropped at the next call */
    bool ended;
};

enum read_outcome { READ_FRAME, READ_NOTHING, READ_END, READ_BROKEN };

/* Waits for a whole frame. `*frame` is valid until the next call. */
enum read_outcome reader_next(struct reader *reader, const uint8_t **frame, uint32_t *length);

/* One read, without waiting for more; then the front frame, if it is whole, without taking it. */
enum read_outcome reader_look(struct reader *reader, const uint8_t **frame, uint32_t *length);

/* Whether a whole frame is there already, beside the one given out last. */
bool reader_has_frame(const struct reader *reader);

/* Drops the frame that was looked at. */
void reader_take(struct reader *reader);

/* Gives back the memory of large frames: a jail is forked from this process and would be charged for it. */
void reader_shrink(struct reader *reader);

#endif
