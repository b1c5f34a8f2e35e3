/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Where two outputs first differ. Offsets are into each text; an empty range stands for "ends here". */
export interface Difference {
    kind: 'token' | 'space' | 'short' | 'long';
    expected: [number, number];
    yours: [number, number];
    /** Place in `yours`, counted from 1. */
    line: number;
    word: number;
}

interface Token {
    text: string;
    start: number;
}

function tokens(text: string): Token[] {
    return Array.from(text.matchAll(/[^ \t\n\r\f\v]+/g), (match) => ({ text: match[0], start: match.index }));
}

function close(a: string, b: string): boolean {
    if (a === b || a.toLowerCase() === b.toLowerCase()) {
        return true;
    }
    const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
    if (!number.test(a) || !number.test(b)) {
        return false;
    }
    const gap = Math.abs(Number(a) - Number(b));
    return gap <= 1e-6 * Math.max(1, Math.abs(Number(a)));
}

const same = (a: string, b: string) => a === b;

/**
 * Finds the first place that matters. The judge's tolerance for case and rounding is not known here, so what it most likely
 * forgives is passed over as long as something else differs; white space counts last.
 */
export function firstDifference(expected: string, yours: string): Difference | null {
    const wanted = tokens(expected);
    const got = tokens(yours);
    return byToken(expected, yours, wanted, got, close) ?? byToken(expected, yours, wanted, got, same) ?? bySpace(expected, yours);
}

function byToken(
    expected: string,
    yours: string,
    wanted: Token[],
    got: Token[],
    equal: (a: string, b: string) => boolean,
): Difference | null {
    for (let i = 0; i < Math.max(wanted.length, got.length); i++) {
        const want = wanted[i];
        const have = got[i];
        if (want !== undefined && have !== undefined) {
            if (!equal(want.text, have.text)) {
                return found('token', want, have, yours);
            }
        } else if (want !== undefined) {
            return found('short', want, { text: '', start: trimmedEnd(yours) }, yours);
        } else if (have !== undefined) {
            return found('long', { text: '', start: trimmedEnd(expected) }, have, yours);
        }
    }
    return null;
}

function bySpace(expected: string, yours: string): Difference | null {
    const a = expected.replace(/\r\n/g, '\n');
    const b = yours.replace(/\r\n/g, '\n');
    if (a === b || a.replace(/\n$/, '') === b.replace(/\n$/, '')) {
        return null;
    }
    let at = 0;
    while (at < expected.length && at < yours.length && expected[at] === yours[at]) {
        at++;
    }
    const run = (text: string) => /^[ \t\n\r\f\v]*/.exec(text.slice(at))?.[0].length ?? 0;
    return {
        kind: 'space',
        expected: [at, at + run(expected)],
        yours: [at, at + run(yours)],
        ...placeOf(yours, at),
    };
}

function found(kind: Difference['kind'], want: Token, have: Token, yours: string): Difference {
    return {
        kind,
        expected: [want.start, want.start + want.text.length],
        yours: [have.start, have.start + have.text.length],
        ...placeOf(yours, have.start),
    };
}

function trimmedEnd(text: string): number {
    return text.replace(/[ \t\n\r\f\v]+$/, '').length;
}

function placeOf(text: string, offset: number): { line: number; word: number } {
    const before = text.slice(0, offset);
    const lineStart = before.lastIndexOf('\n') + 1;
    return { line: before.split('\n').length, word: tokens(before.slice(lineStart)).length + 1 };
}
