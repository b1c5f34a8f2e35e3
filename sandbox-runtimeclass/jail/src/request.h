/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* What the agent asks for, decoded from one frame. Pure code: nothing is done here. */
#ifndef GRETLAB_REQUEST_H
#define GRETLAB_REQUEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NAME_LONGEST 255
#define EXPOSED_MOST 16
#define LET_GO_ALWAYS UINT64_MAX

struct texts {
    char **at; /* ends with a null pointer, as execve wants it */
    size_t count;
};

struct exposed {
    const char *name; /* in box d */
    const char *path; /* in the jail, below /data/ */
};

struct limits {
    uint64_t cpu_us;
    uint64_t wall_us;
    uint64_t memory;
    uint64_t address_space; /* 0: none */
    uint64_t processes;
    uint64_t output;
    uint64_t file_size;
    uint64_t scratch;
    uint64_t stack;
};

struct exec_request {
    char box; /* 'p' or 'v' */
    bool writable;
    struct texts arguments;
    struct texts environment;
    const char *input; /* null: empty */
    const char *keep;  /* null: stdout is not kept */
    uint64_t send_stdout;
    uint64_t send_stderr;
    struct exposed exposed[EXPOSED_MOST];
    size_t exposed_count;
    const char *feedback; /* null: none */
    const struct exec_request *second; /* joined to this one by two pipes; null: none */
    uint64_t let_go; /* the exit code of the second after which this one goes on to its own end; LET_GO_ALWAYS: after any end of it */
    const char *warm; /* where the program lies, for a start from a warm interpreter; null: cold */
    const uint8_t *frame; /* the request of this program alone, for the process that is to carry it out; null when `warm` is */
    size_t frame_length;
    struct limits limits;
};

struct request {
    char type;
    char box;
    const char *name;
    uint64_t number; /* W: bytes, F: mode, G: at most */
    bool append;
    const uint8_t *content; /* points into the frame */
    size_t content_length;
    struct exec_request exec;
    struct request *second; /* what exec.second is part of */
    char *arena; /* what the texts above point into */
    char *room;  /* null: the arena was allocated */
    size_t room_size;
};

enum decoded {
    DECODED,
    DECODE_PROTOCOL, /* the two sides do not agree: end */
    DECODE_REQUEST,  /* well formed, but makes no sense: refuse this one */
};

/* `frame` begins with the type. The text of a refusal is in failure_text(). Free with request_free(), whatever came back. */
enum decoded request_decode(const uint8_t *frame, size_t length, struct request *request);

/* The same for one program alone, with its texts in `room`, of which REQUEST_ROOM(length) bytes are always enough. */
#define REQUEST_ROOM(length) (4 * (length) + 64)
enum decoded request_decode_into(char *room, size_t room_size, const uint8_t *frame, size_t length, struct request *request);

void request_free(struct request *request);

/* A relative path of harmless characters that cannot leave its box. */
bool name_is_sound(const char *name);

#endif
