/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Spreads a pace that the server asked for, so that a class which started together does not ask together. */
export function pollDelay(pollAfterMs: number, random: () => number = Math.random): number {
    const asked = Number.isFinite(pollAfterMs) ? pollAfterMs : 1000;
    return Math.round(Math.min(30_000, Math.max(200, asked)) * (1 + 0.3 * random()));
}

/** How long to wait before trying again to reach a server that did not answer; `attempt` counts from 0. */
export function reconnectDelay(attempt: number, random: () => number = Math.random): number {
    return Math.round(Math.min(8000, 500 * 1.6 ** attempt) * (0.8 + 0.4 * random()));
}

/** Milliseconds to wait for a `Retry-After`, a little spread; what cannot be read is five seconds. */
export function retryDelay(header: string | null, now: number, random: () => number = Math.random): number {
    let asked = 5000;
    if (header !== null && /^\s*\d+\s*$/.test(header)) {
        asked = Number(header) * 1000;
    } else if (header !== null && !Number.isNaN(Date.parse(header))) {
        asked = Date.parse(header) - now;
    }
    return Math.round(Math.min(300_000, Math.max(1000, asked)) + 1000 * random());
}
