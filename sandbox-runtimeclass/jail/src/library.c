/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/* hook/hook.c, built, as bytes: the server writes it into its own root. */
__asm__(".section .rodata\n"
        ".global hook_library, hook_library_end\n"
        "hook_library: .incbin \"build/warm.so\"\n"
        "hook_library_end:\n"
        ".previous\n");

extern const unsigned char hook_library[], hook_library_end[];
