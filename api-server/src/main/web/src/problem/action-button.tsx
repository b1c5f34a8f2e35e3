/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { Kind } from '../api/types';
import { phaseWord } from '../result/phase-text';
import { words } from '../words';
import type { View } from '../work/desk';

/** What the button says while its press is under way; undefined when it is not. */
function busyWord(kind: Kind, view: View): string | undefined {
    switch (view.step) {
        case 'sending':
            return view.press.kind === kind ? words.press.sending : undefined;
        case 'waiting':
            return view.press.kind === kind ? words.press.waiting : undefined;
        case 'following':
            return view.job.kind === kind ? phaseWord(view.status, kind) : undefined;
        default:
            return undefined;
    }
}

/** Run or Submit. It shows the state of its own press and stays pressable: other code is another press. */
export function ActionButton({ kind, view, onPress }: { kind: Kind; view: View; onPress: () => void }) {
    const busy = busyWord(kind, view);
    const keys = kind === 'run' ? words.press.runKeys : words.press.submitKeys;
    return (
        <button
            type="button"
            class={`action ${kind === 'submit' ? 'primary' : ''} ${busy === undefined ? '' : 'busy'}`}
            data-testid={kind}
            title={keys}
            onClick={onPress}
        >
            {busy === undefined ? (
                <>
                    <span>{words.press[kind]}</span>
                    <kbd aria-hidden="true">{keys}</kbd>
                </>
            ) : (
                <>
                    <span class="spinner" aria-hidden="true" />
                    <span>{busy}</span>
                </>
            )}
        </button>
    );
}
