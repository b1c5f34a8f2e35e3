/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { JobResult, Kind } from '../api/types';
import { TextBlock } from '../ui/text-block';
import { words } from '../words';
import { JudgeAgain } from './judge-again';

/** What staff see of a finished job beside what the student sees: the judge's own reason, and what to do about it. */
export function StaffNote({ kind, result, onChanged }: { kind: Kind; result: JobResult; onChanged: () => void }) {
    const [taken, setTaken] = useState(false);
    const head = useRef<HTMLHeadingElement>(null);
    const failed = result.verdict === 'system_error' || result.voided === true;
    const again = failed && typeof result.retriedAs !== 'string' && !taken;
    const reason = result.staffMessage ?? '';
    useLayoutEffect(() => {
        // The button that had the focus is gone.
        if (taken && document.activeElement === document.body) {
            head.current?.focus();
        }
    }, [taken]);
    if (!failed && reason === '') {
        return null;
    }
    return (
        <section class="card staff-note" data-testid="staff-note">
            <div class="block-head">
                <h2 ref={head} tabIndex={-1}>
                    {words.again.forStaff}
                </h2>
                {again && (
                    <JudgeAgain
                        kind={kind}
                        id={result.id}
                        label={words.again.button}
                        onTaken={() => {
                            setTaken(true);
                            onChanged();
                        }}
                        onStands={onChanged}
                    />
                )}
            </div>
            <h3>{words.again.reason}</h3>
            {reason === '' ? <p class="muted">{words.again.noReason}</p> : <TextBlock label={words.again.reason}>{reason}</TextBlock>}
        </section>
    );
}
