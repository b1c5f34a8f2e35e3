/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
#include "frames.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint32_t read_u32(const uint8_t *at)
{
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void write_u32(uint8_t *at, uint32_t value)
{
    at[0] = (uint8_t)(value >> 24);
    at[1] = (uint8_t)(value >> 16);
    at[2] = (uint8_t)(value >> 8);
    at[3] = (uint8_t)value;
}

enum frame_state frame_peek(const uint8_t *bytes, size_t have, uint32_t *length)
{
    if (have < FRAME_HEAD)
        return FRAME_PARTIAL;
    *length = read_u32(bytes);
    if (*length == 0 || *length > FRAME_MAX)
        return FRAME_BROKEN;
    return have - FRAME_HEAD < *length ? FRAME_PARTIAL : FRAME_WHOLE;
}

int field_next(struct field_cursor *cursor, struct field *field)
{
    if (cursor->left == 0)
        return 0;
    if (cursor->left < 5)
        return -1;
    field->tag = cursor->at[0];
    field->length = read_u32(cursor->at + 1);
    field->value = cursor->at + 5;
    if (cursor->left - 5 < field->length)
        return -1;
    cursor->at += 5 + (size_t)field->length;
    cursor->left -= 5 + (size_t)field->length;
    return 1;
}

bool field_number(const struct field *field, uint64_t *number)
{
    if (field->length != 8)
        return false;
    *number = (uint64_t)read_u32(field->value) << 32 | read_u32(field->value + 4);
    return true;
}

void bytes_add(struct bytes *bytes, const void *data, size_t length)
{
    if (length == 0)
        return;
    if (bytes->room - bytes->length < length) {
        size_t room = bytes->room ? bytes->room : 256;
        while (room - bytes->length < length)
            room *= 2;
        uint8_t *grown = realloc(bytes->data, room);
        if (!grown) {
            fputs("gretlab-jail: no memory left for an answer\n", stderr);
            exit(1);
        }
        bytes->data = grown;
        bytes->room = room;
    }
    memcpy(bytes->data + bytes->length, data, length);
    bytes->length += length;
}

void bytes_free(struct bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct bytes){0};
}

void frame_begin(struct bytes *bytes, char type)
{
    uint8_t head[FRAME_HEAD + 1] = {0, 0, 0, 0, (uint8_t)type};
    bytes->length = 0;
    bytes_add(bytes, head, sizeof head);
}

void frame_add_bytes(struct bytes *bytes, char tag, const void *data, size_t length)
{
    uint8_t head[5] = {(uint8_t)tag};
    write_u32(head + 1, (uint32_t)length);
    bytes_add(bytes, head, sizeof head);
    bytes_add(bytes, data, length);
}

void frame_add_number(struct bytes *bytes, char tag, uint64_t number)
{
    uint8_t value[8];
    write_u32(value, (uint32_t)(number >> 32));
    write_u32(value + 4, (uint32_t)number);
    frame_add_bytes(bytes, tag, value, sizeof value);
}

void frame_add_text(struct bytes *bytes, char tag, const char *text)
{
    frame_add_bytes(bytes, tag, text, strlen(text));
}

void frame_end(struct bytes *bytes)
{
    write_u32(bytes->data, (uint32_t)(bytes->length - FRAME_HEAD));
}
