/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useState } from 'preact/hooks';
import { Refused, Unreachable } from '../api/problem';
import { serverNow } from '../clock';
import { whenOnline } from '../connection';
import { retryDelay } from '../live/pace';

export type Loaded<T> =
    | { state: 'loading' }
    | { state: 'away' }
    | { state: 'busy'; until: number }
    | { state: 'failed'; status: number; detail: string }
    | { state: 'ready'; value: T };

/** Loads something when `what` changes; tries again by itself when the API is away or busy. */
export function useLoad<T>(load: () => Promise<T>, what: unknown[]): [Loaded<T>, (value: T) => void] {
    const [loaded, set] = useState<Loaded<T>>({ state: 'loading' });
    useEffect(() => {
        let over = false;
        const put = (next: Loaded<T>) => {
            if (!over) {
                set(next);
            }
        };
        const go = async () => {
            while (!over) {
                try {
                    put({ state: 'ready', value: await load() });
                    return;
                } catch (error) {
                    if (error instanceof Unreachable) {
                        put({ state: 'away' });
                        await whenOnline();
                    } else if (error instanceof Refused && (error.status === 503 || error.status === 429)) {
                        const delay = retryDelay(error.retryAfter, serverNow());
                        put({ state: 'busy', until: performance.now() + delay });
                        await new Promise((resolve) => window.setTimeout(resolve, delay));
                    } else if (error instanceof Refused) {
                        put({ state: 'failed', status: error.status, detail: error.detail });
                        return;
                    } else {
                        put({ state: 'failed', status: 0, detail: '' });
                        throw error;
                    }
                }
            }
        };
        set({ state: 'loading' });
        void go();
        return () => {
            over = true;
        };
    }, what);
    return [loaded, (value) => set({ state: 'ready', value })];
}
