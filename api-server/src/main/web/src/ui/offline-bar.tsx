/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useRef } from 'preact/hooks';
import { announce } from '../announce';
import { online } from '../connection';
import { useStore } from '../store';
import { words } from '../words';

/** Says calmly that the API is away; gone by itself when it is back. */
export function OfflineBar() {
    const connected = useStore(online);
    const was = useRef(connected);
    useEffect(() => {
        if (was.current !== connected) {
            was.current = connected;
            announce(connected ? words.connection.back : words.connection.bar);
        }
    }, [connected]);
    return connected ? null : (
        <aside class="bar-note" aria-label={words.connection.label}>
            <p>{words.connection.bar}</p>
        </aside>
    );
}
