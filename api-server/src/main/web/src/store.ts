/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useLayoutEffect, useState } from 'preact/hooks';

/** A value that can be watched: the only shared state of the page. */
export interface Store<T> {
    get(): T;
    set(next: T): void;
    subscribe(listener: (value: T) => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
    let value = initial;
    const listeners = new Set<(value: T) => void>();
    return {
        get: () => value,
        set(next) {
            if (!Object.is(value, next)) {
                value = next;
                for (const listener of [...listeners]) {
                    listener(next);
                }
            }
        },
        subscribe(listener) {
            listeners.add(listener);
            return () => listeners.delete(listener);
        },
    };
}

export function useStore<T>(store: Store<T>): T {
    const [, redraw] = useState(0);
    const seen = store.get();
    useLayoutEffect(() => {
        const stop = store.subscribe(() => redraw((count) => count + 1));
        // It may have changed between drawing and this effect.
        if (!Object.is(seen, store.get())) {
            redraw((count) => count + 1);
        }
        return stop;
    }, [store]);
    return seen;
}
