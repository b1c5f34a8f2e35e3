/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useState } from 'preact/hooks';
import { listRunners } from '../api/calls';
import type { Runner } from '../api/types';
import { pollDelay } from '../live/pace';
import { type Place, setQuery } from '../router';
import { isAdmin } from '../session';
import { isolated, isolation, languagesText, RunnerDetail, RunnerStateWord } from '../staff/runner-words';
import { WithdrawDialog } from '../staff/withdraw-dialog';
import { FilterBox } from '../ui/filter-box';
import { useReturn, useTitle } from '../ui/hooks';
import { LoadedView } from '../ui/loaded';
import { matches } from '../ui/sort';
import { type Column, Expander, Table } from '../ui/table';
import { Time } from '../ui/time';
import { useLoad } from '../ui/use-load';
import { words } from '../words';

/** Runners say how they are every few seconds; the list need not be fresher to be of use. */
const REFRESH_MS = 10_000;

/** What one that is not up has last said of its slots is no longer so. */
const isUp = (runner: Runner) => runner.state === 'ready' || runner.state === 'draining';

export function RunnersPage({ place }: { place: Place }) {
    useTitle(words.title(words.runners.title));
    const filter = place.query.get('q') ?? '';
    const [runners, , readAgain] = useLoad(listRunners, []);
    const [withdrawing, setWithdrawing] = useState<Runner | undefined>();
    useReturn(() => void readAgain());
    useEffect(() => {
        let over = false;
        let timer: number;
        const arm = () => {
            timer = window.setTimeout(() => {
                void (document.hidden ? Promise.resolve() : readAgain()).then(() => over || arm());
            }, pollDelay(REFRESH_MS));
        };
        arm();
        return () => {
            over = true;
            window.clearTimeout(timer);
        };
    }, []);

    const withdraw = (runner: Runner) => (
        <button type="button" class="small" aria-label={words.runners.withdrawLabel(runner.name)} onClick={() => setWithdrawing(runner)}>
            {words.runners.withdraw}
        </button>
    );
    const columns: Column<Runner>[] = [
        {
            id: 'name',
            label: words.runners.name,
            key: (runner) => runner.name,
            cell: (runner) => (
                <Expander id={runner.id} open={place.query.get('open') === runner.id} label={words.runners.more(runner.name)}>
                    {runner.name}
                </Expander>
            ),
        },
        {
            id: 'state',
            label: words.runners.state,
            key: (runner) => words.runners.states[runner.state],
            cell: (runner) => <RunnerStateWord state={runner.state} />,
        },
        {
            id: 'slots',
            label: words.runners.slots,
            key: (runner) => (isUp(runner) ? runner.busySlots : null),
            cell: (runner) => (isUp(runner) ? words.runners.busy(runner.busySlots, runner.slots) : words.none),
            number: true,
        },
        { id: 'isolation', label: words.runners.isolation, key: isolation, cell: isolation, extra: true },
        { id: 'languages', label: words.runners.languages, cell: languagesText, extra: true, clip: true },
        { id: 'seen', label: words.runners.seen, key: (runner) => runner.lastSeenAt, cell: (runner) => <Time iso={runner.lastSeenAt} />, extra: true },
    ];
    return (
        <div class="page">
            <LoadedView of={runners}>
                {(all) => {
                    const shown = all.filter((runner) =>
                        matches(filter, runner.name, runner.version, words.runners.states[runner.state], isolation(runner), languagesText(runner)),
                    );
                    const ready = all.filter((runner) => runner.state === 'ready');
                    const sum = (of: (runner: Runner) => number) => ready.reduce((total, runner) => total + of(runner), 0);
                    return (
                        <>
                            <div class="page-head">
                                <h1>{words.runners.title}</h1>
                                {all.length > 0 && (
                                    <FilterBox label={words.runners.filter} value={filter} onChange={(q) => setQuery({ q })} />
                                )}
                            </div>
                            {all.length > 0 && ready.length === 0 && <p class="retry">{words.runners.noneReady}</p>}
                            {all.length === 0 ? (
                                <p class="empty">{words.runners.empty}</p>
                            ) : shown.length === 0 ? (
                                <div class="empty">
                                    <p>{words.runners.noMatch(filter)}</p>
                                    <button type="button" onClick={() => setQuery({ q: '' })}>
                                        {words.runners.clear}
                                    </button>
                                </div>
                            ) : (
                                <>
                                    <Table
                                        label={words.runners.title}
                                        columns={columns}
                                        items={shown}
                                        id={(runner) => runner.id}
                                        query={place.query}
                                        testId="runner-list"
                                        detail={(runner) => (
                                            <RunnerDetail runner={runner} languages={languagesText(runner)}>
                                                {isAdmin() && withdraw(runner)}
                                            </RunnerDetail>
                                        )}
                                    />
                                    <p class="table-foot">
                                        {words.runners.foot(ready.length, sum((runner) => runner.busySlots), sum((runner) => runner.slots))}
                                    </p>
                                    <p class="table-foot" data-testid="isolation">
                                        {isolated(ready)}
                                    </p>
                                </>
                            )}
                        </>
                    );
                }}
            </LoadedView>
            {withdrawing !== undefined && (
                <WithdrawDialog
                    runner={withdrawing}
                    onClose={() => {
                        setWithdrawing(undefined);
                        void readAgain();
                    }}
                />
            )}
        </div>
    );
}
