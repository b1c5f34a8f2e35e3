/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The bytes of PROTOCOL.md: framing, fields, and growing an answer. Pure code: no system calls. */
#ifndef GRETLAB_FRAMES_H
#define GRETLAB_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define FRAME_MAX 16777216u
#define FRAME_HEAD 4u

enum frame_state { FRAME_PARTIAL, FRAME_WHOLE, FRAME_BROKEN };

/* Looks at the front of `bytes`; when FRAME_WHOLE, `*length` is what follows the head (type included). */
enum frame_state frame_peek(const uint8_t *bytes, size_t have, uint32_t *length);

struct field {
    uint8_t tag;
    const uint8_t *value;
    uint32_t length;
};

struct field_cursor {
    const uint8_t *at;
    size_t left;
};

/* 1: a field; 0: the end; -1: a field cut short. */
int field_next(struct field_cursor *cursor, struct field *field);

/* False when the value is not 8 bytes. */
bool field_number(const struct field *field, uint64_t *number);

struct bytes {
    uint8_t *data;
    size_t length;
    size_t room;
};

/* Ends the program when there is no memory: an answer cannot be made without. */
void bytes_add(struct bytes *bytes, const void *data, size_t length);
void bytes_free(struct bytes *bytes);

/* An answer: begin, add fields, end (writes the length into the head). */
void frame_begin(struct bytes *bytes, char type);
void frame_add_number(struct bytes *bytes, char tag, uint64_t number);
void frame_add_text(struct bytes *bytes, char tag, const char *text);
void frame_add_bytes(struct bytes *bytes, char tag, const void *data, size_t length);
void frame_end(struct bytes *bytes);

#endif
