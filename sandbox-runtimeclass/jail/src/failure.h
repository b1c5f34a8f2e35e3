/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* The text of the last failure: what failed and what a person can do about it. One thread, so one place. */
#ifndef GRETLAB_FAILURE_H
#define GRETLAB_FAILURE_H

/* Always returns -1, so that a function can end with `return failed(...)`. */
int failed(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* As failed(), with the text of errno at the end. */
int failed_errno(const char *format, ...) __attribute__((format(printf, 1, 2)));

const char *failure_text(void);

#endif
