/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { Kind, Status } from '../api/types';
import { online } from '../connection';
import { useStore } from '../store';
import { words } from '../words';
import { tryingAgain } from './attempts';
import { phaseText } from './phase-text';

/** The phase of a job that is not done, with how far its tests are. */
export function PhaseLine({ status, kind }: { status: Status; kind: Kind }) {
    const connected = useStore(online);
    const total = status.testsTotal ?? 0;
    return (
        <div class="phase">
            <p class="phase-line">
                <span class="spinner" aria-hidden="true" />
                <span class="phase-text">{phaseText(status, kind)}</span>
            </p>
            {kind === 'submit' && status.phase === 'testing' && total > 0 && (
                <progress max={total} value={status.testsDone ?? 0} aria-label={words.phase.testing} />
            )}
            {tryingAgain(status) && <p data-testid="trying-again">{words.phase.again}</p>}
            {!connected && <p class="muted">{words.phase.away}</p>}
        </div>
    );
}
