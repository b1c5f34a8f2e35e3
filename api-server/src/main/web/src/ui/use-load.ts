/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useRef, useState } from 'preact/hooks';
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

/**
 * Loads something when `what` changes; tries again by itself when the API is away or busy. The last of the answer reads it
 * again while what was there stays in view, and leaves it there when nothing better comes.
 */
export function useLoad<T>(load: () => Promise<T>, what: unknown[]): [Loaded<T>, (value: T) => void, () => Promise<void>] {
    const [loaded, set] = useState<Loaded<T>>({ state: 'loading' });
    const current = useRef({ over: true });
    useEffect(() => {
        const turn = { over: false };
        current.current = turn;
        const put = (next: Loaded<T>) => {
            if (!turn.over) {
                set(next);
            }
        };
        const go = async () => {
            while (!turn.over) {
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
            turn.over = true;
        };
    }, what);
    const again = async () => {
        const turn = current.current;
        try {
            const value = await load();
            if (!turn.over) {
                set({ state: 'ready', value });
            }
        } catch (error) {
            if (!(error instanceof Unreachable) && !(error instanceof Refused)) {
                throw error;
            }
        }
    };
    return [loaded, (value) => set({ state: 'ready', value }), again];
}
