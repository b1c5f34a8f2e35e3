/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * The server's time, carried by the browser's steady counter: the device's own clock may be wrong, or be set while the
 * page is open.
 */
let offset = Date.now() - performance.now();
let exact = false;

/** The server's time in milliseconds since 1970. */
export function serverNow(): number {
    return performance.now() + offset;
}

/** A time that the server wrote into an answer. */
export function noteServerTime(iso: string): void {
    const time = Date.parse(iso);
    if (!Number.isNaN(time)) {
        offset = time - performance.now();
        exact = true;
    }
}

/** The Date header of an answer: whole seconds only, so it counts until something better comes, or if it disagrees. */
export function noteDateHeader(value: string | null): void {
    const time = value === null ? Number.NaN : Date.parse(value);
    if (Number.isNaN(time)) {
        return;
    }
    const candidate = time + 500 - performance.now();
    if (Math.abs(candidate - offset) > (exact ? 3000 : 1000)) {
        offset = candidate;
    }
}
