/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* Part of the sanitized jail alone. What a server holds when it ends is given back by its end; who looks for leaks must trace, which a jail may not. */
const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}
