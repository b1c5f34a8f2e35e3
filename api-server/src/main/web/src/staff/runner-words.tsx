/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { ComponentChildren } from 'preact';
import type { Runner, RunnerState } from '../api/types';
import { size } from '../format';
import { Icon, type IconName } from '../ui/icon';
import { Time } from '../ui/time';
import { words } from '../words';

const signs: Record<RunnerState, [IconName, 'good' | 'fault' | 'calm']> = {
    ready: ['check', 'good'],
    draining: ['clock', 'calm'],
    gone: ['stop', 'calm'],
    away: ['warning', 'fault'],
    voided: ['stop', 'fault'],
};

export function RunnerStateWord({ state }: { state: RunnerState }) {
    const [icon, tone] = signs[state];
    return (
        <span class={`verdict ${tone}`}>
            <Icon name={icon} />
            <span>{words.runners.states[state]}</span>
        </span>
    );
}

export const isolation = (runner: Runner) => words.runners.isolations[runner.isolation] ?? runner.isolation;

/** What programs are kept in: as little as the weakest of these runners has. */
export function isolated(runners: Runner[]) {
    const weakest = runners.find((runner) => runner.isolation === 'namespaces') ?? runners[0];
    return weakest && words.runners.isolated[weakest.isolation];
}

/** Its languages in words, as it told them itself. */
export const languagesText = (runner: Runner) => runner.languages.map((each) => `${each.name} ${each.version}`.trim()).join(', ');

/** All that is known of a runner. */
export function RunnerDetail({ runner, languages, children }: { runner: Runner; languages: string; children: ComponentChildren }) {
    const facts: [string, ComponentChildren][] = [
        [words.runners.state, words.runners.meaning[runner.state]],
        [words.runners.languages, languages],
        [words.runners.isolation, isolation(runner)],
        [words.runners.memory, size(runner.memoryMb * 1024)],
        [words.runners.version, runner.version],
        [words.runners.started, <Time key="started" iso={runner.startedAt} />],
        [words.runners.seen, <Time key="seen" iso={runner.lastSeenAt} />],
    ];
    return (
        <div class="detail-body" data-testid="runner-detail">
            <dl class="facts">
                {facts.map(([name, value]) => (
                    <div key={name}>
                        <dt>{name}</dt>
                        <dd>{value}</dd>
                    </div>
                ))}
            </dl>
            {children}
        </div>
    );
}
