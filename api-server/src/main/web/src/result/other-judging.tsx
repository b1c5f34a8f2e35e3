/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { ComponentChildren } from 'preact';
import { announce } from '../announce';
import { jobPath } from '../api/calls';
import type { JobResult, Kind } from '../api/types';
import { useStatus } from '../live/use-status';
import { VerdictWord, Withdrawn } from '../ui/verdict';
import { words } from '../words';
import { NewJudging, stateText } from './new-judging';

/** How this job and another judging of the same program belong together, where there is one. */
export function OtherJudging({ kind, result }: { kind: Kind; result: JobResult }) {
    return (
        <>
            {typeof result.retryOf === 'string' && <RetryOf kind={kind} id={result.retryOf} />}
            {typeof result.retriedAs === 'string' && <Later key={result.retriedAs} kind={kind} id={result.retriedAs} />}
        </>
    );
}

export function RetryOf({ kind, id }: { kind: Kind; id: string }) {
    return (
        <p class="note" data-testid="retry-of">
            {words.again.of} <a href={jobPath(kind, id)}>{words.again.first}</a>
        </p>
    );
}

function Later({ kind, id }: { kind: Kind; id: string }) {
    const status = useStatus(kind, id, (done) => announce(words.again.state(stateText(done, kind))));
    return (
        <p class="later">
            {status !== undefined && <span aria-hidden="true">{words.again.state('')}</span>}
            <NewJudging kind={kind} id={id} status={status} />
        </p>
    );
}

/** A verdict that was withdrawn: what it rests on is not to be trusted, so nothing of it is shown. */
export function WithdrawnView(props: { kind: Kind; result: JobResult; testId: string; note: ComponentChildren }) {
    const { kind, result } = props;
    return (
        <div class="job-result">
            <p class="headline" data-testid={props.testId} data-verdict="withdrawn">
                <Withdrawn />
                {result.verdict !== null && (
                    <span class="was">
                        {words.again.was('')}
                        <VerdictWord verdict={result.verdict} ran={kind === 'run'} />
                    </span>
                )}
            </p>
            {props.note}
            <p class="why">
                {words.again.voided}
                {typeof result.retriedAs !== 'string' && <> {words.again.voidedAlone}</>}
            </p>
            <OtherJudging kind={kind} result={result} />
        </div>
    );
}
