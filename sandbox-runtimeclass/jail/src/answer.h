/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The answers of PROTOCOL.md, written to standard output. False: nobody reads any more. */
#ifndef GRETLAB_ANSWER_H
#define GRETLAB_ANSWER_H

#include "supervise.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ANSWER_PIECE 1048576u

bool answer_hello(const char *version, unsigned uid, const char *isolation, uint64_t start_us);
bool answer_done(void);
bool answer_error(const char *code, const char *text);
bool answer_piece(const char *name, const void *content, size_t length, bool more_existed);
bool answer_pieces(const char *name, const uint8_t *content, size_t length, bool more_existed);
bool answer_verdict(const struct supervision *supervision);

#endif
