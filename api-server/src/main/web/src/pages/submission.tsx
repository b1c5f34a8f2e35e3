/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { listLanguages, readJob, readProblem } from '../api/calls';
import type { JobResult, Status } from '../api/types';
import { follow } from '../live/follow';
import type { Place } from '../router';
import { JobResultView } from '../result/job-result';
import { PhaseLine } from '../result/phase-line';
import { CodeView } from '../ui/code-view';
import { CopyButton } from '../ui/copy-button';
import { useTitle } from '../ui/hooks';
import { LoadedView } from '../ui/loaded';
import { Time } from '../ui/time';
import { useLoad } from '../ui/use-load';
import { words } from '../words';

export function SubmissionPage({ slug: id }: { place: Place; slug: string }) {
    useTitle(words.title(words.submissions.one));
    const [job, setJob] = useLoad(() => readJob('submit', id), [id]);
    return (
        <div class="page">
            <LoadedView of={job}>{(result) => <Submission result={result} onDone={setJob} />}</LoadedView>
        </div>
    );
}

function Submission({ result, onDone }: { result: JobResult; onDone: (result: JobResult) => void }) {
    const [status, setStatus] = useState<Status>({ id: result.id, state: result.state, pollAfterMs: 500 });
    const slug = result.problem ?? '';
    const context = useMemo(() => async () => {
        const [languages, problem] = await Promise.all([listLanguages(), slug === '' ? null : readProblem(slug)]);
        return { languages, problem };
    }, [slug]);
    const [loaded] = useLoad(context, [slug]);
    const language = loaded.state === 'ready' ? loaded.value.languages.find((each) => each.id === result.language) : undefined;
    const problem = loaded.state === 'ready' ? loaded.value.problem : null;

    useEffect(() => {
        if (result.state === 'done') {
            return undefined;
        }
        const follower = follow(
            'submit',
            result.id,
            { pollAfterMs: 500 },
            (next) => {
                setStatus(next);
                if (next.state === 'done') {
                    void readJob('submit', result.id).then(onDone, () => location.reload());
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
                        {words.submissions.one}
                        {slug !== '' && (
                            <>
                                {': '}
                                <a href={`/problems/${encodeURIComponent(slug)}`}>{problem?.name ?? slug}</a>
                            </>
                        )}
                    </h1>
                    <p class="muted">
                        <Time iso={result.createdAt} />
                        {', '}
                        {language?.name ?? result.language}
                    </p>
                </div>
            </div>
            <section class="card">
                <h2 class="unseen">{words.result.tab}</h2>
                {result.state === 'done' ? (
                    <JobResultView kind="submit" result={result} {...(language === undefined ? {} : { sourceFile: language.sourceFile })} />
                ) : (
                    <PhaseLine status={status} kind="submit" />
                )}
            </section>
            <section>
                <div class="block-head">
                    <h2>{words.submissions.code}</h2>
                    <span class="actions">
                        <CopyButton text={result.source} label={words.copy} />
                        {slug !== '' && (
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
