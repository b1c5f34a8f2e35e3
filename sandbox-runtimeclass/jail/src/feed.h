/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/*
 * What one of two joined programs prints, on its way to the other's standard input: the server stands between them, so that it can count, and so that
 * they share no pipe. It never waits here: what does not fit stays until there is room, and who prints is not read meanwhile.
 */
#ifndef GRETLAB_FEED_H
#define GRETLAB_FEED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FEED_ROOM 65536u

struct feed {
    int end;     /* of the pipe into the program; -1: closed, by us or for want of a reader */
    uint8_t waiting[FEED_ROOM];
    size_t at, length;
};

/* `*input` is the other end, for the program. 0, or -1 and failure_text(). */
int feed_open(struct feed *feed, int *input);

static inline bool feed_is_open(const struct feed *feed)
{
    return feed->end >= 0;
}

static inline bool feed_is_empty(const struct feed *feed)
{
    return feed->at == feed->length;
}

/* At most FEED_ROOM bytes, and only to an empty one. Where nobody reads any more they are dropped: nobody is ever told by a signal. */
void feed_give(struct feed *feed, const uint8_t *piece, size_t length);

/* Writes what the pipe takes now. */
void feed_push(struct feed *feed);

/* Whether the program has read all that was written so far. */
bool feed_is_taken(const struct feed *feed);

/* The program's input ends, or has lost its reader. */
void feed_close(struct feed *feed);

#endif
