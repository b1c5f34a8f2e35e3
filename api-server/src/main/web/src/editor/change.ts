/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The smallest single change that makes `after` of `before`. */
export function smallestChange(before: string, after: string): { from: number; to: number; insert: string } {
    let start = 0;
    const shortest = Math.min(before.length, after.length);
    while (start < shortest && before[start] === after[start]) {
        start++;
    }
    let end = 0;
    while (end < shortest - start && before[before.length - 1 - end] === after[after.length - 1 - end]) {
        end++;
    }
    return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

/** Where a line and a column (from 1) are in a text; what is outside goes to the nearest place. */
export function offsetOf(text: string, line: number, column = 1): number {
    let start = 0;
    for (let n = 1; n < line; n++) {
        const next = text.indexOf('\n', start);
        if (next < 0) {
            break;
        }
        start = next + 1;
    }
    const end = text.indexOf('\n', start);
    return Math.min(start + Math.max(0, column - 1), end < 0 ? text.length : end);
}
