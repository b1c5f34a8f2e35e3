/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "reader.h"

#include "frames.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PIECE 65536u
#define KEPT 262144u

static void drop(struct reader *reader, size_t length)
{
    if (length == 0) /* at the first call there is no memory yet */
        return;
    reader->length -= length;
    memmove(reader->data, reader->data + length, reader->length);
}

static bool read_more(struct reader *reader)
{
    uint32_t wanted = 0;
    size_t need = reader->length + PIECE;
    /* The head tells how much is to come: one allocation instead of many. */
    if (frame_peek(reader->data, reader->length, &wanted) == FRAME_PARTIAL && wanted && wanted + FRAME_HEAD + PIECE > need)
        need = wanted + FRAME_HEAD + PIECE;
    if (need > reader->room) {
        uint8_t *grown = realloc(reader->data, need);
        if (!grown)
            return false;
        reader->data = grown;
        reader->room = need;
    }
    ssize_t length;
    do
        length = read(reader->fd, reader->data + reader->length, reader->room - reader->length);
    while (length < 0 && errno == EINTR);
    if (length <= 0)
        return false;
    reader->length += (size_t)length;
    return true;
}

static enum read_outcome front(struct reader *reader, const uint8_t **frame, uint32_t *length)
{
    switch (frame_peek(reader->data, reader->length, length)) {
    case FRAME_WHOLE:
        *frame = reader->data + FRAME_HEAD;
        return READ_FRAME;
    case FRAME_BROKEN:
        return READ_BROKEN;
    default:
        return reader->ended ? READ_END : READ_NOTHING;
    }
}

bool reader_has_frame(const struct reader *reader)
{
    uint32_t length;
    return frame_peek(reader->data + reader->taken, reader->length - reader->taken, &length) != FRAME_PARTIAL;
}

void reader_take(struct reader *reader)
{
    uint32_t length;
    if (frame_peek(reader->data, reader->length, &length) == FRAME_WHOLE)
        drop(reader, FRAME_HEAD + (size_t)length);
}

enum read_outcome reader_next(struct reader *reader, const uint8_t **frame, uint32_t *length)
{
    drop(reader, reader->taken);
    reader->taken = 0;
    enum read_outcome outcome;
    while ((outcome = front(reader, frame, length)) == READ_NOTHING)
        reader->ended = !read_more(reader);
    if (outcome == READ_FRAME)
        reader->taken = FRAME_HEAD + (size_t)*length;
    return outcome;
}

enum read_outcome reader_look(struct reader *reader, const uint8_t **frame, uint32_t *length)
{
    drop(reader, reader->taken);
    reader->taken = 0;
    enum read_outcome outcome = front(reader, frame, length);
    if (outcome == READ_NOTHING) {
        reader->ended = !read_more(reader);
        outcome = front(reader, frame, length);
    }
    return outcome;
}

void reader_shrink(struct reader *reader)
{
    drop(reader, reader->taken);
    reader->taken = 0;
    if (reader->room > KEPT && reader->length < PIECE) {
        uint8_t *small = realloc(reader->data, KEPT);
        if (small) {
            reader->data = small;
            reader->room = KEPT;
        }
    }
}
