/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The bytes as they come from the agent, in pieces: the first byte says how large. The same frames must come out as from the whole. */
#include "frames.h"
#include "reader.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool holds)
{
    if (!holds)
        abort();
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Does the last head ask for much more than comes? Room is made for it, which takes most of the time of such an input. */
static bool asks_for_much(const uint8_t *data, size_t size)
{
    uint32_t length = 0;
    while (frame_peek(data, size, &length) == FRAME_WHOLE) {
        data += FRAME_HEAD + (size_t)length;
        size -= FRAME_HEAD + (size_t)length;
    }
    return frame_peek(data, size, &length) == FRAME_PARTIAL && size >= FRAME_HEAD && length > 65536;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    int ends[2];
    if (size > 1 && data[0] < 240 && asks_for_much(data + 1, size - 1))
        return 0;
    if (size < 2 || size > 4096 || socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0)
        return 0;
    /* At most some fifty pieces: what a socket holds without a reader. */
    size_t piece = 1 + data[0] % 64 + size / 50;
    data++;
    size--;
    for (size_t sent = 0; sent < size; sent += least(piece, size - sent))
        check(send(ends[0], data + sent, least(piece, size - sent), 0) == (ssize_t)least(piece, size - sent));
    close(ends[0]);

    struct reader reader = {.fd = ends[1]};
    size_t at = 0;
    for (unsigned turn = 0;; turn++) {
        uint32_t length = 0, expected = 0;
        const uint8_t *frame = NULL;
        enum frame_state state = frame_peek(data + at, size - at, &expected);
        enum read_outcome outcome;
        if (turn % 3 == 2) {
            while ((outcome = reader_look(&reader, &frame, &length)) == READ_NOTHING) {
            }
            /* Looked at, and not taken yet: it must come again. */
            if (outcome == READ_FRAME)
                check(reader_next(&reader, &frame, &length) == READ_FRAME);
        } else {
            outcome = reader_next(&reader, &frame, &length);
        }
        if (outcome != READ_FRAME) {
            check(outcome == (state == FRAME_BROKEN ? READ_BROKEN : READ_END));
            break;
        }
        check(state == FRAME_WHOLE && length == expected && memcmp(frame, data + at + FRAME_HEAD, length) == 0);
        at += FRAME_HEAD + (size_t)length;
        if (turn % 5 == 4)
            reader_shrink(&reader);
    }
    close(ends[1]);
    free(reader.data);
    return 0;
}
