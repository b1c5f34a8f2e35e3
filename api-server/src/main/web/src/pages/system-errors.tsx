/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useState } from 'preact/hooks';
import { announce } from '../announce';
import { jobPath, listLanguages, listSystemErrors } from '../api/calls';
import type { Kind, Status, SystemError } from '../api/types';
import { when } from '../format';
import { serverNow } from '../clock';
import { NewJudging, stateText } from '../result/new-judging';
import { type Place, setQuery } from '../router';
import { isAdmin } from '../session';
import { JudgeAgain } from '../staff/judge-again';
import { SystemErrorDetail } from '../staff/system-error-detail';
import { useStatuses } from '../staff/use-statuses';
import { FilterBox } from '../ui/filter-box';
import { useReturn, useTitle } from '../ui/hooks';
import { LoadedView } from '../ui/loaded';
import { matches } from '../ui/sort';
import { type Column, Expander, Table } from '../ui/table';
import { Time } from '../ui/time';
import { useLoad } from '../ui/use-load';
import { words } from '../words';

const PAGE = 50;

const kindOf = (line: SystemError): Kind => (line.kind === 'run' ? 'run' : 'submit');

function program(line: SystemError): string {
    const kind = words.systemErrors[kindOf(line)];
    return line.problemName === null ? kind : `${kind}, ${line.problemName}`;
}

/** Staff see that a Run failed which belongs to no course, but not the program. */
const mayOpen = (line: SystemError) => line.problem !== null || isAdmin();

const timeOf = (line: SystemError) => line.finishedAt ?? line.createdAt;

export function SystemErrorsPage({ place }: { place: Place }) {
    useTitle(words.title(words.systemErrors.title));
    const before = place.query.get('before') ?? '';
    const filter = place.query.get('q') ?? '';
    const [languages] = useLoad(listLanguages, []);
    const [page, , readAgain] = useLoad(() => listSystemErrors({ before, limit: PAGE }), [before]);
    useReturn(() => void readAgain());
    const [taken, setTaken] = useState<ReadonlyMap<string, { id: string; focus: boolean }>>(new Map());
    const items = page.state === 'ready' ? page.value.items : [];
    const newId = (line: SystemError) => line.retriedAs ?? taken.get(line.id)?.id;
    const [statuses, putStatus] = useStatuses(
        items.flatMap((line) => {
            const id = newId(line);
            return id === undefined ? [] : [{ kind: kindOf(line), id }];
        }),
        (status: Status) => {
            const line = items.find((each) => taken.get(each.id)?.id === status.id);
            if (line !== undefined) {
                announce(words.again.state(stateText(status, kindOf(line))));
            }
        },
    );
    const nameOf = (id: string) =>
        (languages.state === 'ready' ? languages.value.find((language) => language.id === id)?.name : undefined) ?? id;

    const again = (line: SystemError) => {
        const id = newId(line);
        return id === undefined ? (
            <JudgeAgain
                kind={kindOf(line)}
                id={line.id}
                label={words.again.buttonFor(line.username, program(line))}
                onTaken={(accepted, focus) => {
                    putStatus({ ...accepted, phase: accepted.state === 'queued' ? 'queued' : 'compiling' });
                    setTaken((all) => new Map(all).set(line.id, { id: accepted.id, focus }));
                }}
                onStands={() => void readAgain()}
            />
        ) : (
            <NewJudging kind={kindOf(line)} id={id} status={statuses.get(id)} focus={taken.get(line.id)?.focus ?? false} />
        );
    };
    const columns: Column<SystemError>[] = [
        {
            id: 'when',
            label: words.systemErrors.when,
            key: timeOf,
            cell: (line) => (
                <Expander
                    id={line.id}
                    open={place.query.get('open') === line.id}
                    label={words.systemErrors.more(line.username, when(timeOf(line), serverNow()))}
                >
                    <Time iso={timeOf(line)} />
                </Expander>
            ),
        },
        {
            id: 'program',
            label: words.systemErrors.program,
            key: program,
            cell: (line) => (
                <>
                    {mayOpen(line) ? <a href={jobPath(kindOf(line), line.id)}>{program(line)}</a> : program(line)}
                    <span class="narrow-only muted">{line.username}</span>
                </>
            ),
        },
        { id: 'who', label: words.systemErrors.who, key: (line) => line.username, cell: (line) => line.username, extra: true },
        { id: 'language', label: words.systemErrors.language, key: (line) => nameOf(line.language), cell: (line) => nameOf(line.language), extra: true },
        { id: 'reason', label: words.systemErrors.reason, key: (line) => line.reason, cell: (line) => line.reason ?? words.again.noReason, extra: true, clip: true },
        { id: 'again', label: words.systemErrors.again, unseen: true, number: true, cell: again },
    ];
    return (
        <div class="page">
            <LoadedView of={page}>
                {({ next }) => {
                    const shown = items.filter((line) =>
                        matches(
                            filter,
                            program(line),
                            line.username,
                            nameOf(line.language),
                            line.reason ?? '',
                            ...line.attempts.flatMap((attempt) => [attempt.runnerName ?? '', attempt.reason ?? '']),
                        ),
                    );
                    return (
                        <>
                            <div class="page-head">
                                <h1>{words.systemErrors.title}</h1>
                                {items.length > 0 && (
                                    <FilterBox label={words.systemErrors.filter} value={filter} onChange={(q) => setQuery({ q })} />
                                )}
                            </div>
                            {items.length > 0 && <p class="lead">{words.systemErrors.help}</p>}
                            {items.length === 0 ? (
                                <p class="empty">{words.systemErrors.empty}</p>
                            ) : shown.length === 0 ? (
                                <div class="empty">
                                    <p>{words.systemErrors.noMatch(filter)}</p>
                                    <button type="button" onClick={() => setQuery({ q: '' })}>
                                        {words.systemErrors.clear}
                                    </button>
                                </div>
                            ) : (
                                <Table
                                    label={words.systemErrors.title}
                                    columns={columns}
                                    items={shown}
                                    id={(line) => line.id}
                                    query={place.query}
                                    testId="system-error-list"
                                    detail={(line) => <SystemErrorDetail line={line} language={nameOf(line.language)} />}
                                />
                            )}
                            {(next !== null || before !== '') && (
                                <p class="pager">
                                    {before !== '' && <a href="/system-errors">{words.systemErrors.newest}</a>}
                                    {next !== null && <a href={`/system-errors?before=${encodeURIComponent(next)}`}>{words.systemErrors.older}</a>}
                                </p>
                            )}
                        </>
                    );
                }}
            </LoadedView>
        </div>
    );
}
