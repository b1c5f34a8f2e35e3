/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect } from 'preact/hooks';
import { listLanguages, listSubmissions } from '../api/calls';
import type { SubmissionLine, SubmissionPage } from '../api/types';
import { cpu, memory, points } from '../format';
import { pollDelay } from '../live/pace';
import { type Place, setQuery } from '../router';
import { currentUser } from '../session';
import { FilterBox } from '../ui/filter-box';
import { useTitle } from '../ui/hooks';
import { LoadedView } from '../ui/loaded';
import { matches } from '../ui/sort';
import { type Column, Table } from '../ui/table';
import { Time } from '../ui/time';
import { useLoad } from '../ui/use-load';
import { LineVerdict } from '../ui/verdict';
import { words } from '../words';

const PAGE = 50;

export function SubmissionsPage({ place }: { place: Place }) {
    useTitle(words.title(words.submissions.title));
    const problem = place.query.get('problem') ?? '';
    const before = place.query.get('before') ?? '';
    const filter = place.query.get('q') ?? '';
    const [languages] = useLoad(listLanguages, []);
    const [page, setPage] = useLoad(() => listSubmissions({ problem, before, limit: PAGE }), [problem, before]);
    useRefresh(page.state === 'ready' ? page.value : undefined, () => listSubmissions({ problem, before, limit: PAGE }), setPage);
    const nameOf = (id: string) =>
        (languages.state === 'ready' ? languages.value.find((language) => language.id === id)?.name : undefined) ?? id;
    return (
        <div class="page">
            <LoadedView of={page}>
                {({ items, next }) => {
                    const shown = items.filter((line) =>
                        matches(
                            filter,
                            line.problemName,
                            line.problem,
                            nameOf(line.language),
                            line.username ?? '',
                            line.verdict === null ? line.state : words.result.verdict(line.verdict, false),
                        ),
                    );
                    return (
                        <>
                            <div class="page-head">
                                <h1>{words.submissions.title}</h1>
                                {items.length > 0 && (
                                    <FilterBox label={words.submissions.filter} value={filter} onChange={(q) => setQuery({ q })} />
                                )}
                            </div>
                            {problem !== '' && (
                                <p class="chosen">
                                    <span>{words.submissions.ofProblem(items[0]?.problemName ?? problem)}</span>
                                    <a href="/submissions">{words.submissions.allProblems}</a>
                                </p>
                            )}
                            {items.length === 0 ? (
                                <div class="empty">
                                    <p>{problem === '' ? words.submissions.empty : words.submissions.emptyProblem}</p>
                                    <a href={problem === '' ? '/problems' : `/problems/${encodeURIComponent(problem)}`}>
                                        {problem === '' ? words.nav.problems : words.submissions.toProblem}
                                    </a>
                                </div>
                            ) : shown.length === 0 ? (
                                <div class="empty">
                                    <p>{words.submissions.noMatch(filter)}</p>
                                    <button type="button" onClick={() => setQuery({ q: '' })}>
                                        {words.submissions.clear}
                                    </button>
                                </div>
                            ) : (
                                <Table
                                    label={words.submissions.title}
                                    columns={columnsFor(nameOf, items)}
                                    items={shown}
                                    id={(line) => line.id}
                                    query={place.query}
                                    testId="submission-list"
                                />
                            )}
                            {(next !== null || before !== '') && (
                                <p class="pager">
                                    {before !== '' && <a href={address({ problem })}>{words.submissions.newest}</a>}
                                    {next !== null && <a href={address({ problem, before: next })}>{words.submissions.older}</a>}
                                </p>
                            )}
                        </>
                    );
                }}
            </LoadedView>
        </div>
    );
}

function address(parts: Record<string, string>): string {
    const query = new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== '')).toString();
    return '/submissions' + (query === '' ? '' : '?' + query);
}

function columnsFor(nameOf: (id: string) => string, items: SubmissionLine[]): Column<SubmissionLine>[] {
    const others = items.some((line) => line.username !== undefined && line.username !== currentUser());
    const scores = items.some((line) => line.score !== null && line.score !== undefined);
    return [
        {
            id: 'when',
            label: words.submissions.when,
            key: (line) => line.createdAt,
            cell: (line) => (
                <a href={`/submissions/${encodeURIComponent(line.id)}`}>
                    <Time iso={line.createdAt} />
                </a>
            ),
        },
        {
            id: 'problem',
            label: words.submissions.problem,
            key: (line) => line.problemName,
            cell: (line) => (
                <>
                    <a href={`/problems/${encodeURIComponent(line.problem)}`}>{line.problemName}</a>
                    {others && <span class="narrow-only muted">{line.username}</span>}
                </>
            ),
        },
        ...(others
            ? [{ id: 'who', label: words.submissions.who, key: (line: SubmissionLine) => line.username ?? '', cell: (line: SubmissionLine) => line.username, extra: true }]
            : []),
        {
            id: 'verdict',
            label: words.submissions.verdict,
            key: (line) => (line.verdict === null ? line.state : words.result.verdict(line.verdict, false)),
            cell: (line) =>
                line.verdict === null ? (
                    <span class="verdict calm">{words.submissions.inFlight[line.state]}</span>
                ) : (
                    <LineVerdict verdict={line.verdict} voided={line.voided} />
                ),
        },
        { id: 'language', label: words.submissions.language, key: (line) => nameOf(line.language), cell: (line) => nameOf(line.language), extra: true },
        ...(scores
            ? [{ id: 'score', label: words.submissions.score, key: (line: SubmissionLine) => line.score ?? null, cell: pointsOf, number: true, extra: true }]
            : []),
        { id: 'cpu', label: words.submissions.cpu, key: (line) => line.cpuMs ?? null, cell: (line) => cpu(line.cpuMs), number: true, extra: true },
        { id: 'memory', label: words.submissions.memory, key: (line) => line.memoryKb ?? null, cell: (line) => memory(line.memoryKb), number: true, extra: true },
    ];
}

function pointsOf(line: SubmissionLine): string {
    return typeof line.score === 'number'
        ? words.result.pointsOf(points(line.score), typeof line.maxScore === 'number' ? points(line.maxScore) : null)
        : words.none;
}

/** Reads the page again while something on it is not done, and only then. */
function useRefresh(page: SubmissionPage | undefined, load: () => Promise<SubmissionPage>, put: (page: SubmissionPage) => void): void {
    useEffect(() => {
        if (page === undefined || page.items.every((line) => line.state === 'done')) {
            return undefined;
        }
        const timer = window.setTimeout(() => {
            load().then(put, () => put({ ...page }));
        }, pollDelay(document.hidden ? 15_000 : 3000));
        return () => window.clearTimeout(timer);
    }, [page]);
}
