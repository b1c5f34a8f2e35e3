/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../announce';
import { judgeExamples, listLanguages, readExamples, readProblem } from '../api/calls';
import { newKey } from '../api/http';
import { Refused, Unreachable } from '../api/problem';
import type { Example } from '../api/types';
import { pollDelay } from '../live/pace';
import type { Place } from '../router';
import { Agreement, Claimed, Outcome, ProgramPath } from '../staff/example-cells';
import { claimText, footText, isOpen } from '../staff/example-words';
import { crumbs } from '../ui/header';
import { useTitle } from '../ui/hooks';
import { LoadedView } from '../ui/loaded';
import { type Column, Table } from '../ui/table';
import { useLoad } from '../ui/use-load';
import { words } from '../words';

/** Staff see whether a problem's own programs get what its package claims, and have them judged. */
export function ExamplesPage({ place, slug }: { place: Place; slug: string }) {
    const [loaded] = useLoad(async () => {
        const [problem, languages] = await Promise.all([readProblem(slug), listLanguages()]);
        return { problem, languages };
    }, [slug]);
    const [examples, put] = useLoad(async () => (await readExamples(slug)).examples, [slug]);
    const problem = loaded.state === 'ready' ? loaded.value.problem : undefined;
    const languages = loaded.state === 'ready' ? loaded.value.languages : [];
    const nameOf = (id: string) => languages.find((language) => language.id === id)?.name ?? id;
    useTitle(words.title(problem === undefined ? words.examples.title : `${words.examples.title}, ${problem.name}`));
    useEffect(() => {
        crumbs.set(problem === undefined ? [] : [problem.courseName, problem.name]);
    }, [problem]);
    useFollowed(examples.state === 'ready' ? examples.value : undefined, slug, put);
    return (
        <div class="page">
            <LoadedView of={examples}>
                {(all) => (
                    <>
                        <div class="page-head">
                            <h1>{words.examples.title}</h1>
                            {all.length > 0 && <Judge slug={slug} all={all} onBegun={put} />}
                        </div>
                        <p class="lead">
                            {words.examples.help} <a href={`/problems/${encodeURIComponent(slug)}`}>{words.examples.toProblem}</a>
                        </p>
                        {all.length === 0 ? (
                            <p class="empty">{words.examples.empty}</p>
                        ) : (
                            <>
                                <Table
                                    label={words.examples.title}
                                    columns={columnsFor(nameOf)}
                                    items={all}
                                    id={(example) => example.path}
                                    query={place.query}
                                    testId="example-list"
                                />
                                {all.some((example) => example.state !== null) && (
                                    <p class="table-foot" data-testid="example-foot">
                                        {footText(all)}
                                    </p>
                                )}
                            </>
                        )}
                    </>
                )}
            </LoadedView>
        </div>
    );
}

function columnsFor(nameOf: (id: string) => string): Column<Example>[] {
    return [
        {
            id: 'path',
            label: words.examples.path,
            key: (example) => example.path,
            cell: (example) => (
                <>
                    {example.id === null ? (
                        <span class="program-path">
                            <ProgramPath path={example.path} />
                        </span>
                    ) : (
                        <a class="program-path" href={`/submissions/${encodeURIComponent(example.id)}`} aria-label={words.examples.open(example.path)}>
                            <span>
                                <ProgramPath path={example.path} />
                            </span>
                        </a>
                    )}
                    <div class="narrow-only muted free">
                        <Claimed example={example} />
                    </div>
                </>
            ),
        },
        { id: 'language', label: words.examples.language, key: (example) => nameOf(example.language), cell: (example) => nameOf(example.language), extra: true },
        { id: 'expected', label: words.examples.expected, key: claimText, cell: (example) => <div class="free"><Claimed example={example} /></div>, extra: true },
        {
            id: 'verdict',
            label: words.examples.verdict,
            key: (example) => (example.verdict === null ? null : words.result.verdict(example.verdict, false)),
            cell: (example) => <Outcome example={example} />,
        },
        {
            id: 'agrees',
            label: words.examples.agrees,
            // what needs a look comes first
            key: (example) => (example.asClaimed === false ? 0 : example.asClaimed === null ? 1 : 2),
            cell: (example) => <Agreement example={example} />,
        },
    ];
}

function Judge({ slug, all, onBegun }: { slug: string; all: Example[]; onBegun: (examples: Example[]) => void }) {
    const [sending, setSending] = useState(false);
    const [message, setMessage] = useState('');
    // One press is one request, however often it has to be sent.
    const key = useRef(newKey());
    const busy = all.some(isOpen);
    const say = (text: string) => {
        setMessage(text);
        announce(text);
    };
    const press = async () => {
        if (sending || busy) {
            return;
        }
        setSending(true);
        setMessage('');
        try {
            const { begun, examples } = await judgeExamples(slug, key.current);
            key.current = newKey();
            onBegun(examples);
            if (begun === 0) {
                say(words.examples.noneBegun);
            } else {
                announce(words.examples.begun(begun));
            }
        } catch (error) {
            if (error instanceof Refused) {
                key.current = newKey();
            }
            say(error instanceof Refused ? words.failure.other(error.detail) : words.examples.failed);
        } finally {
            setSending(false);
        }
    };
    return (
        <span class="judge-again">
            <button type="button" class="primary" data-testid="judge-examples" aria-disabled={sending || busy} onClick={() => void press()}>
                {sending
                    ? words.examples.sending
                    : busy
                      ? words.examples.busy
                      : all.every((example) => example.state === null)
                        ? words.examples.judge
                        : words.examples.again}
            </button>
            {message !== '' && <span class="form-message">{message}</span>}
        </span>
    );
}

/** Reads the list again while a program on it is not judged, and only then. */
function useFollowed(all: Example[] | undefined, slug: string, put: (examples: Example[]) => void): void {
    const open = useRef(false);
    useEffect(() => {
        if (all === undefined) {
            return undefined;
        }
        const now = all.some(isOpen);
        if (open.current && !now) {
            announce(footText(all));
        }
        open.current = now;
        if (!now) {
            return undefined;
        }
        let over = false;
        const timer = window.setTimeout(
            () => {
                readExamples(slug).then(
                    ({ examples }) => over || put(examples),
                    (error: unknown) => {
                        if (!(error instanceof Refused) && !(error instanceof Unreachable)) {
                            throw error;
                        }
                        // the same list again: it is asked for once more after the same wait
                        over || put([...all]);
                    },
                );
            },
            pollDelay(document.hidden ? 15_000 : 2000),
        );
        return () => {
            over = true;
            window.clearTimeout(timer);
        };
    }, [all]);
}
