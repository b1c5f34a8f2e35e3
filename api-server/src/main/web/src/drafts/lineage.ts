/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** How many texts a draft remembers as its own forebears. */
const LENGTH = 4;

/** A short stand-in for a text: enough to know it again, far too little to read it. */
export function fingerprint(text: string): string {
    let a = 0xdeadbeef;
    let b = 0x41c6ce57;
    for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        a = Math.imul(a ^ unit, 2654435761);
        b = Math.imul(b ^ unit, 1597334677);
    }
    return (a >>> 0).toString(36) + (b >>> 0).toString(36) + text.length.toString(36);
}

/** The line with a text that was sent, or received, last. */
export function extend(line: readonly string[], text: string): string[] {
    const print = fingerprint(text);
    return [...line.filter((each) => each !== print), print].slice(-LENGTH);
}

/**
 * Whether a version on the server is one that this text grew from. It is when an answer to a write was lost on the way: the
 * server then holds what was sent, under a version that this browser has never heard of.
 */
export function isForebear(line: readonly string[], text: string): boolean {
    return line.includes(fingerprint(text));
}
