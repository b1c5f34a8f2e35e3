/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "answer.h"

#include "frames.h"

#include <errno.h>
#include <unistd.h>

static bool write_out(const struct bytes *frame)
{
    size_t done = 0;
    while (done < frame->length) {
        ssize_t written = write(1, frame->data + done, frame->length - done);
        if (written < 0 && errno != EINTR)
            return false;
        done += written > 0 ? (size_t)written : 0;
    }
    return true;
}

static bool finish(struct bytes *frame)
{
    frame_end(frame);
    bool written = write_out(frame);
    bytes_free(frame);
    return written;
}

bool answer_hello(const char *version, unsigned uid, const char *isolation, uint64_t start_us)
{
    struct bytes frame = {0};
    frame_begin(&frame, 'H');
    frame_add_number(&frame, 'p', 1);
    frame_add_text(&frame, 'v', version);
    frame_add_number(&frame, 'u', uid);
    frame_add_text(&frame, 'i', isolation);
    frame_add_number(&frame, 'r', start_us);
    return finish(&frame);
}

bool answer_done(void)
{
    struct bytes frame = {0};
    frame_begin(&frame, 'A');
    return finish(&frame);
}

bool answer_error(const char *code, const char *text)
{
    struct bytes frame = {0};
    frame_begin(&frame, 'E');
    frame_add_text(&frame, 'k', code);
    frame_add_text(&frame, 't', text);
    return finish(&frame);
}

bool answer_piece(const char *name, const void *content, size_t length, bool more_existed)
{
    struct bytes frame = {0};
    frame_begin(&frame, 'C');
    frame_add_text(&frame, 'n', name);
    frame_add_bytes(&frame, 'c', content, length);
    if (more_existed)
        frame_add_number(&frame, 't', 1);
    return finish(&frame);
}

bool answer_pieces(const char *name, const uint8_t *content, size_t length, bool more_existed)
{
    while (length > ANSWER_PIECE) {
        if (!answer_piece(name, content, ANSWER_PIECE, false))
            return false;
        content += ANSWER_PIECE;
        length -= ANSWER_PIECE;
    }
    return answer_piece(name, content, length, more_existed);
}

static void add_facts(struct bytes *frame, const struct supervised *program)
{
    const struct outcome *outcome = &program->outcome;
    frame_add_number(frame, outcome->signalled ? 'g' : 'x', (uint64_t)outcome->code);
    frame_add_text(frame, 'q', stop_name(outcome->stop));
    frame_add_number(frame, 'c', outcome->cpu_us);
    frame_add_number(frame, 'w', outcome->wall_us);
    frame_add_number(frame, 'm', outcome->memory_peak);
    frame_add_number(frame, 'p', outcome->processes_peak);
    frame_add_number(frame, 'o', program->out.seen);
    frame_add_number(frame, 'r', program->err.seen);
    frame_add_number(frame, 'd', outcome->memory_denied);
    frame_add_number(frame, 'l', outcome->inflation);
    frame_add_number(frame, 'u', outcome->crowded);
    frame_add_number(frame, 's', outcome->start_us);
    frame_add_number(frame, 'h', outcome->warm);
}

bool answer_verdict(const struct supervision *supervision)
{
    struct bytes frame = {0}, second = {0};
    frame_begin(&frame, 'V');
    add_facts(&frame, &supervision->programs[0]);
    if (supervision->count == 2) {
        add_facts(&second, &supervision->programs[1]);
        frame_add_bytes(&frame, '2', second.data, second.length);
        frame_add_number(&frame, 'y', supervision->second_ended_first ? 2 : 1);
        bytes_free(&second);
    }
    return finish(&frame);
}
