/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { Verdict } from '../api/types';
import { words } from '../words';
import { Icon, type IconName } from './icon';

const signs: Record<Verdict, [IconName, 'good' | 'bad' | 'fault' | 'calm']> = {
    accepted: ['check', 'good'],
    wrong_answer: ['cross', 'bad'],
    time_limit: ['clock', 'bad'],
    memory_limit: ['memory', 'bad'],
    output_limit: ['lines', 'bad'],
    runtime_error: ['bolt', 'bad'],
    compile_error: ['brackets', 'bad'],
    system_error: ['warning', 'fault'],
    cancelled: ['stop', 'calm'],
};

/** The verdict of a line in a list: what is withdrawn says nothing any more. */
export function LineVerdict({ verdict, voided }: { verdict: Verdict; voided?: boolean | null | undefined }) {
    return voided === true ? <Withdrawn /> : <VerdictWord verdict={verdict} />;
}

export function Withdrawn() {
    return (
        <span class="verdict fault">
            <Icon name="warning" />
            <span>{words.again.withdrawn}</span>
        </span>
    );
}

/** A verdict as sign, word and colour. `ran` for a Run, which compares nothing. */
export function VerdictWord({ verdict, ran = false }: { verdict: Verdict; ran?: boolean }) {
    const [icon, tone] = signs[verdict] ?? ['warning', 'fault'];
    return (
        <span class={`verdict ${tone}`}>
            <Icon name={icon} />
            <span>{words.result.verdict(verdict, ran)}</span>
        </span>
    );
}
