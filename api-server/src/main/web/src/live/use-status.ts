/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useState } from 'preact/hooks';
import type { Kind, Status } from '../api/types';
import { follow } from './follow';

/** The status of a job, live until it is done; undefined until the first word of it. */
export function useStatus(kind: Kind, id: string | undefined, onDone?: (status: Status) => void): Status | undefined {
    const [status, set] = useState<Status | undefined>();
    useEffect(() => {
        set(undefined);
        if (id === undefined) {
            return undefined;
        }
        const follower = follow(
            kind,
            id,
            { pollAfterMs: 200 },
            (next) => {
                set(next);
                if (next.state === 'done') {
                    onDone?.(next);
                }
            },
            () => set(undefined),
        );
        return () => follower.stop();
    }, [kind, id]);
    return status;
}
