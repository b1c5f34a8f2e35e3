/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { listProblems } from '../api/calls';
import type { ProblemLine } from '../api/types';
import { points } from '../format';
import { type Place, setQuery } from '../router';
import { FilterBox } from '../ui/filter-box';
import { useTitle } from '../ui/hooks';
import { LoadedView } from '../ui/loaded';
import { matches } from '../ui/sort';
import { type Column, Table } from '../ui/table';
import { useLoad } from '../ui/use-load';
import { VerdictWord } from '../ui/verdict';
import { words } from '../words';

const columns: Column<ProblemLine>[] = [
    {
        id: 'name',
        label: words.problems.name,
        key: (line) => line.name,
        cell: (line) => (
            <a class="row-link" href={`/problems/${encodeURIComponent(line.slug)}`}>
                {line.name}
            </a>
        ),
    },
    { id: 'course', label: words.problems.course, key: (line) => line.courseName, cell: (line) => line.courseName, extra: true },
    {
        id: 'best',
        label: words.problems.best,
        key: (line) => (line.bestVerdict === null ? null : words.result.verdict(line.bestVerdict, false)),
        cell: (line) =>
            line.bestVerdict === null ? (
                <span class="muted">{words.problems.notTried}</span>
            ) : (
                <>
                    <VerdictWord verdict={line.bestVerdict} />
                    {gained(line) !== '' && <span class="muted"> {gained(line)}</span>}
                </>
            ),
    },
    {
        id: 'submissions',
        label: words.problems.mine,
        key: (line) => line.submissions,
        cell: (line) =>
            line.submissions === 0 ? (
                <span class="muted">0</span>
            ) : (
                <a href={`/submissions?problem=${encodeURIComponent(line.slug)}`}>{line.submissions}</a>
            ),
        number: true,
        extra: true,
    },
];

function gained(line: ProblemLine): string {
    return typeof line.bestScore === 'number'
        ? words.result.points(points(line.bestScore), typeof line.maxScore === 'number' ? points(line.maxScore) : null)
        : '';
}

export function ProblemsPage({ place }: { place: Place }) {
    useTitle(words.title(words.problems.title));
    const [problems] = useLoad(listProblems, []);
    const filter = place.query.get('q') ?? '';
    return (
        <div class="page">
            <LoadedView of={problems}>
                {(all) => {
                    const shown = all.filter((line) => matches(filter, line.name, line.slug, line.courseName));
                    return (
                        <>
                            <div class="page-head">
                                <h1>{words.problems.title}</h1>
                                {all.length > 0 && (
                                    <FilterBox label={words.problems.filter} value={filter} onChange={(q) => setQuery({ q })} />
                                )}
                            </div>
                            {all.length === 0 ? (
                                <p class="empty">{words.problems.empty}</p>
                            ) : shown.length === 0 ? (
                                <div class="empty">
                                    <p>{words.problems.noMatch(filter)}</p>
                                    <button type="button" onClick={() => setQuery({ q: '' })}>
                                        {words.problems.clear}
                                    </button>
                                </div>
                            ) : (
                                <>
                                    <Table
                                        label={words.problems.title}
                                        columns={columns}
                                        items={shown}
                                        id={(line) => line.slug}
                                        query={place.query}
                                        testId="problem-list"
                                    />
                                    <p class="table-foot">{words.problems.count(shown.length, all.length)}</p>
                                </>
                            )}
                        </>
                    );
                }}
            </LoadedView>
        </div>
    );
}
