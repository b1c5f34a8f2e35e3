/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { listLanguages, readJob, readProblem } from '../api/calls';
import type { JobResult, Kind, Status } from '../api/types';
import { follow } from '../live/follow';
import type { Place } from '../router';
import { JobResultView } from '../result/job-result';
import { PhaseLine } from '../result/phase-line';
import { RetryOf } from '../result/other-judging';
import { currentUser, isStaff } from '../session';
import { StaffNote } from '../staff/staff-note';
import { CodeView } from '../ui/code-view';
import { CopyButton } from '../ui/copy-button';
import { useReturn, useTitle } from '../ui/hooks';
import { LoadedView } from '../ui/loaded';
import { Time } from '../ui/time';
import { useLoad } from '../ui/use-load';
import { words } from '../words';

export function SubmissionPage({ slug: id }: { place: Place; slug: string }) {
    return <JobPage kind="submit" id={id} title={words.submissions.one} />;
}

export function RunPage({ slug: id }: { place: Place; slug: string }) {
    return <JobPage kind="run" id={id} title={words.submissions.run} />;
}

function JobPage({ kind, id, title }: { kind: Kind; id: string; title: string }) {
    useTitle(words.title(title));
    const [job, setJob, readAgain] = useLoad(() => readJob(kind, id), [kind, id]);
    useReturn(() => void readAgain());
    return (
        <div class="page">
            <LoadedView of={job}>
                {(result) => <Job kind={kind} title={title} result={result} onRead={setJob} onChanged={() => void readAgain()} />}
            </LoadedView>
        </div>
    );
}

function Job(props: { kind: Kind; title: string; result: JobResult; onRead: (result: JobResult) => void; onChanged: () => void }) {
    const { kind, title, result, onRead } = props;
    const [status, setStatus] = useState<Status>({ id: result.id, state: result.state, pollAfterMs: 500 });
    const slug = result.problem ?? '';
    const context = useMemo(() => async () => {
        const [languages, problem] = await Promise.all([listLanguages(), slug === '' ? null : readProblem(slug)]);
        return { languages, problem };
    }, [slug]);
    const [loaded] = useLoad(context, [slug]);
    const language = loaded.state === 'ready' ? loaded.value.languages.find((each) => each.id === result.language) : undefined;
    const problem = loaded.state === 'ready' ? loaded.value.problem : null;
    const someoneElse = result.username !== undefined && result.username !== currentUser();

    useEffect(() => {
        if (result.state === 'done') {
            return undefined;
        }
        const follower = follow(
            kind,
            result.id,
            { pollAfterMs: 500 },
            (next) => {
                setStatus(next);
                if (next.state === 'done') {
                    void readJob(kind, result.id).then(onRead, () => location.reload());
                }
            },
            () => location.reload(),
        );
        return () => follower.stop();
    }, [result.id, result.state]);

    return (
        <>
            <div class="page-head">
                <div>
                    <h1>
                        {title}
                        {slug !== '' && (
                            <>
                                {': '}
                                <a href={`/problems/${encodeURIComponent(slug)}`}>{problem?.name ?? slug}</a>
                            </>
                        )}
                    </h1>
                    <p class="muted">
                        {someoneElse && <>{result.username}, </>}
                        <Time iso={result.createdAt} />
                        {', '}
                        {language?.name ?? result.language}
                    </p>
                </div>
            </div>
            <section class="card">
                <h2 class="unseen">{words.result.tab}</h2>
                {result.state === 'done' ? (
                    <JobResultView kind={kind} result={result} {...(language === undefined ? {} : { sourceFile: language.sourceFile })} />
                ) : (
                    <>
                        <PhaseLine status={status} kind={kind} />
                        {typeof result.retryOf === 'string' && <RetryOf kind={kind} id={result.retryOf} />}
                    </>
                )}
            </section>
            {isStaff() && result.state === 'done' && <StaffNote kind={kind} result={result} onChanged={props.onChanged} />}
            <section>
                <div class="block-head">
                    <h2>{words.submissions.code}</h2>
                    <span class="actions">
                        <CopyButton text={result.source} label={words.copy} />
                        {kind === 'submit' && slug !== '' && !someoneElse && (
                            <a class="button small" href={`/problems/${encodeURIComponent(slug)}?submission=${encodeURIComponent(result.id)}`}>
                                {words.submissions.toProblem}
                            </a>
                        )}
                    </span>
                </div>
                <CodeView source={result.source} label={words.submissions.code} />
            </section>
        </>
    );
}
