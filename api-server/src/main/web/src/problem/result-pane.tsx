/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { Language, Sample } from '../api/types';
import { when } from '../format';
import { serverNow } from '../clock';
import { JobResultView } from '../result/job-result';
import { RetryOf } from '../result/other-judging';
import { PhaseLine } from '../result/phase-line';
import { useCountdown, useTick } from '../ui/hooks';
import { words } from '../words';
import type { JobRef, View } from '../work/desk';

interface Props {
    view: View;
    languages: Language[];
    samples: Sample[];
    /** Whether the editor holds another text than the one this result is of. */
    changed: (source: string, language: string) => boolean;
    onPlace: (line: number, column?: number) => void;
    onTryNow: () => void;
    onStop: () => void;
}

export function ResultPane(props: Props) {
    const { view } = props;
    switch (view.step) {
        case 'none':
            return (
                <div class="empty-pane">
                    <p>{words.result.nothing}</p>
                    <p class="muted">{words.result.nothingHelp}</p>
                </div>
            );
        case 'sending':
            return <Waiting text={words.press.sending} />;
        case 'reading':
            return <Waiting text={words.phase.reading} />;
        case 'waiting':
            return <Retry view={view} onTryNow={props.onTryNow} onStop={props.onStop} />;
        case 'following':
            return (
                <>
                    <PhaseLine status={view.status} kind={view.job.kind} />
                    <Elapsed job={view.job} />
                    {view.job.retryOf !== undefined && <RetryOf kind={view.job.kind} id={view.job.retryOf} />}
                    {view.job.kind === 'run' && (
                        <p>
                            <button type="button" class="small" onClick={props.onStop}>
                                {words.cancel}
                            </button>
                        </p>
                    )}
                </>
            );
        case 'refused':
            return <p class="refused">{words.press.refused(view.detail)}</p>;
        case 'gone':
            return <p class="muted">{words.result.gone}</p>;
        case 'done':
            return <Done {...props} view={view} />;
    }
}

function Waiting({ text }: { text: string }) {
    return (
        <p class="phase-line">
            <span class="spinner" aria-hidden="true" />
            <span class="phase-text">{text}</span>
        </p>
    );
}

function Elapsed({ job }: { job: JobRef }) {
    useTick(1000);
    const seconds = Math.floor((serverNow() - job.at) / 1000);
    return seconds < 2 ? null : <p class="muted">{seconds} s</p>;
}

function Retry({ view, onTryNow, onStop }: { view: Extract<View, { step: 'waiting' }>; onTryNow: () => void; onStop: () => void }) {
    const left = useCountdown(view.until);
    const text = {
        busy: () => words.press.busy(left),
        database: () => words.press.database(left),
        limit: () => words.press.limit(view.detail, left),
        offline: () => words.press.offline,
    }[view.why]();
    return (
        <div class="retry" data-testid="waiting">
            <p>{text}</p>
            <p class="actions">
                <button type="button" class="small" onClick={onTryNow}>
                    {words.tryNow}
                </button>
                <button type="button" class="small" onClick={onStop}>
                    {words.press.stop}
                </button>
            </p>
        </div>
    );
}

function Done(props: Props & { view: Extract<View, { step: 'done' }> }) {
    const { job, result } = props.view;
    const language = props.languages.find((each) => each.id === result.language);
    const current = !props.changed(result.source, result.language);
    const note = (
        <p class="muted note">
            {words.result.of(job.kind, language?.name ?? result.language, when(result.createdAt, serverNow()))}
            {!current && <> · {words.result.changed}</>}
        </p>
    );
    return (
        <JobResultView
            kind={job.kind}
            result={result}
            samples={props.samples}
            note={note}
            onPlace={props.onPlace}
            {...(language === undefined ? {} : { sourceFile: language.sourceFile })}
            {...(job.press === undefined ? {} : { stdin: job.press.stdin })}
        />
    );
}
