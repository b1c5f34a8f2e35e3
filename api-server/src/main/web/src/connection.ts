/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { reconnectDelay } from './live/pace';
import { createStore, type Store } from './store';

/** Whether the API answers. Becomes false when a call got no answer, true again when a health check did. */
export const online: Store<boolean> = createStore(true);

let attempt = 0;
let timer: number | undefined;

export function noteAnswer(): void {
    if (!online.get()) {
        window.clearTimeout(timer);
        timer = undefined;
        attempt = 0;
        online.set(true);
    }
}

export function noteSilence(): void {
    if (online.get()) {
        attempt = 0;
        online.set(false);
        checkLater();
    }
}

/** Resolves when the API answers again; at once if it does. */
export function whenOnline(): Promise<void> {
    if (online.get()) {
        return Promise.resolve();
    }
    return new Promise((resolve) => {
        const stop = online.subscribe((value) => {
            if (value) {
                stop();
                resolve();
            }
        });
    });
}

function checkLater(): void {
    window.clearTimeout(timer);
    timer = window.setTimeout(() => void check(), reconnectDelay(attempt++));
}

async function check(): Promise<void> {
    try {
        const answer = await fetch('/api/health', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
        if (answer.ok) {
            noteAnswer();
            return;
        }
    } catch {
        // Still away: the next check is already on its way below.
    }
    if (!online.get()) {
        checkLater();
    }
}

window.addEventListener('offline', noteSilence);
window.addEventListener('online', () => {
    if (!online.get()) {
        window.clearTimeout(timer);
        void check();
    }
});
