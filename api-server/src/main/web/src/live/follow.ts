/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { jobPath, readStatus } from '../api/calls';
import { Refused, Unreachable } from '../api/problem';
import type { Kind, Status } from '../api/types';
import { online, whenOnline } from '../connection';
import { pollDelay } from './pace';

/** How long an open stream may say nothing before the page asks by itself. */
const QUIET_MS = 10_000;
/** How long a new stream may take until its first word. */
const FIRST_WORD_MS = 1500;
const REOPEN_MS = 4000;

export interface Follower {
    stop(): void;
}

/**
 * Follows one job to its end: by server-sent events where they come, by polling at the server's pace where they do not, and
 * on its own after the API was away. While the tab is hidden it polls slowly and keeps no stream, since a browser has only
 * few connections for a site.
 */
export function follow(
    kind: Kind,
    id: string,
    first: { pollAfterMs: number },
    onStatus: (status: Status) => void,
    onGone: () => void,
): Follower {
    let stream: EventSource | undefined;
    let timer: number | undefined;
    let stopped = false;
    let streamHeard = false;
    let openedAt = -REOPEN_MS;
    let pollAfter = first.pollAfterMs;

    function stop(): void {
        stopped = true;
        window.clearTimeout(timer);
        closeStream();
        document.removeEventListener('visibilitychange', onVisibility);
    }

    function closeStream(): void {
        stream?.close();
        stream = undefined;
        streamHeard = false;
    }

    function openStream(): void {
        if (stopped || document.hidden || stream !== undefined || performance.now() - openedAt < REOPEN_MS) {
            return;
        }
        openedAt = performance.now();
        const source = new EventSource(`/api/v1${jobPath(kind, id)}/events`);
        stream = source;
        source.addEventListener('status', (event) => {
            streamHeard = true;
            heard(JSON.parse((event as MessageEvent<string>).data) as Status);
        });
        source.addEventListener('error', () => {
            // A stream that is only interrupted comes back by itself; meanwhile polling goes on.
            streamHeard = false;
            if (source.readyState === EventSource.CLOSED && stream === source) {
                closeStream();
            }
            arm(pollDelay(Math.min(pollAfter, 1000)));
        });
    }

    function heard(status: Status): void {
        if (stopped) {
            return;
        }
        pollAfter = status.pollAfterMs;
        if (status.state === 'done') {
            stop();
        } else {
            arm(streamHeard ? QUIET_MS : pollDelay(document.hidden ? Math.max(5000, 3 * pollAfter) : pollAfter));
        }
        onStatus(status);
    }

    function arm(delay: number): void {
        window.clearTimeout(timer);
        if (!stopped) {
            timer = window.setTimeout(() => void poll(), delay);
        }
    }

    async function poll(): Promise<void> {
        try {
            const status = await readStatus(kind, id);
            openStream();
            heard(status);
        } catch (error) {
            if (stopped) {
                return;
            }
            if (error instanceof Unreachable) {
                closeStream();
                await whenOnline();
                arm(Math.round(500 * Math.random()));
            } else if (error instanceof Refused && (error.status === 404 || error.status === 403)) {
                stop();
                onGone();
            } else {
                arm(pollDelay(Math.max(2000, pollAfter)));
            }
        }
    }

    function onVisibility(): void {
        if (document.hidden) {
            closeStream();
            arm(pollDelay(Math.max(5000, 3 * pollAfter)));
        } else if (online.get()) {
            openStream();
            arm(pollDelay(200));
        }
    }

    document.addEventListener('visibilitychange', onVisibility);
    openStream();
    arm(Math.max(FIRST_WORD_MS, pollDelay(pollAfter)));
    return { stop };
}
