/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "feed.h"

#include "failure.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

int feed_open(struct feed *feed, int *input)
{
    int ends[2];
    feed->end = *input = -1;
    feed->at = feed->length = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return failed_errno("cannot make the pipe between two programs");
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    *input = ends[0];
    feed->end = ends[1];
    return 0;
}

void feed_give(struct feed *feed, const uint8_t *piece, size_t length)
{
    if (!feed_is_open(feed))
        return;
    memcpy(feed->waiting, piece, length);
    feed->at = 0;
    feed->length = length;
    feed_push(feed);
}

void feed_push(struct feed *feed)
{
    while (feed_is_open(feed) && !feed_is_empty(feed)) {
        ssize_t written = write(feed->end, feed->waiting + feed->at, feed->length - feed->at);
        if (written > 0)
            feed->at += (size_t)written;
        else if (errno == EAGAIN)
            return;
        else if (errno != EINTR)
            feed_close(feed);
    }
}

bool feed_is_taken(const struct feed *feed)
{
    int left;
    return !feed_is_open(feed) || (feed_is_empty(feed) && (ioctl(feed->end, FIONREAD, &left) != 0 || left == 0));
}

void feed_close(struct feed *feed)
{
    if (feed->end >= 0)
        close(feed->end);
    feed->end = -1;
    feed->at = feed->length = 0;
}
