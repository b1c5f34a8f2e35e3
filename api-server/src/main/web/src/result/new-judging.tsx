/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { jobPath } from '../api/calls';
import type { Kind, Status } from '../api/types';
import { VerdictWord } from '../ui/verdict';
import { words } from '../words';
import { phaseText } from './phase-text';

/** The state of a job in words, for a line or a sentence. */
export function stateText(status: Status, kind: Kind): string {
    return status.state === 'done'
        ? words.result.verdict(status.verdict ?? 'system_error', kind === 'run')
        : phaseText(status, kind);
}

/** A job that judges another one again: a link to it that says how far it is. */
export function NewJudging(props: {
    kind: Kind;
    id: string;
    status: Status | undefined;
    /** Takes the focus when it comes in place of the button that had it. */
    focus?: boolean;
}) {
    const { kind, id, status, focus = false } = props;
    const link = useRef<HTMLAnchorElement>(null);
    useLayoutEffect(() => {
        if (focus) {
            link.current?.focus();
        }
    }, [focus]);
    const done = status?.state === 'done';
    const text = status === undefined ? words.again.link : words.again.state(stateText(status, kind));
    return (
        <a class="new-judging" href={jobPath(kind, id)} ref={link} aria-label={text} data-testid="new-judging" data-state={status?.state ?? ''}>
            {status === undefined ? (
                words.again.link
            ) : done ? (
                <VerdictWord verdict={status.verdict ?? 'system_error'} ran={kind === 'run'} />
            ) : (
                <>
                    <span class="spinner" aria-hidden="true" />
                    {phaseText(status, kind)}
                </>
            )}
        </a>
    );
}
