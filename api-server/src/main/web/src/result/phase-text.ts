/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { Kind, Status } from '../api/types';
import { words } from '../words';

/** What is happening with a job right now, in words. */
export function phaseText(status: Status, kind: Kind): string {
    if (status.state === 'queued') {
        return words.phase.queued(status.position);
    }
    if (status.phase !== 'testing') {
        return words.phase.compiling;
    }
    if (kind === 'run') {
        return words.phase.running;
    }
    const total = status.testsTotal ?? 0;
    return total > 0 ? words.phase.test(Math.min((status.testsDone ?? 0) + 1, total), total) : words.phase.testing;
}

/** The same in one word, for the button that was pressed. */
export function phaseWord(status: Status, kind: Kind): string {
    if (status.state === 'queued') {
        return words.phase.button.queued;
    }
    return status.phase === 'testing' ? words.phase.button[kind === 'run' ? 'running' : 'testing'] : words.phase.button.compiling;
}
