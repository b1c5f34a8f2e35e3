/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { Status } from '../api/types';

/** How many attempts at a job have failed so far. One that a runner handed back in order is none of them. */
export function failedAttempts(status: Pick<Status, 'state' | 'attempt' | 'lastAttemptFailed'>): number {
    if (status.lastAttemptFailed !== true) {
        return 0;
    }
    const begun = Math.max(1, status.attempt ?? 1);
    // while it runs, its latest attempt has not failed yet; the flag says that one has
    return status.state === 'running' ? Math.max(1, begun - 1) : begun;
}

/** Whether we failed and try again: while it is not done, another attempt is to come or under way. */
export function tryingAgain(status: Pick<Status, 'state' | 'attempt' | 'lastAttemptFailed'>): boolean {
    return status.state !== 'done' && failedAttempts(status) > 0;
}
