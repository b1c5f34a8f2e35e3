/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { Sample } from '../api/types';
import { words } from '../words';

/** The student's own input for Run. */
export function InputPane({ value, samples, onChange }: { value: string; samples: Sample[]; onChange: (value: string) => void }) {
    return (
        <div class="input-pane">
            <div class="block-head">
                <label for="stdin">{words.input.label}</label>
                <span class="actions">
                    {samples.map((sample) => (
                        <button key={sample.number} type="button" class="small" onClick={() => onChange(sample.input)}>
                            {words.input.sample(sample.number)}
                        </button>
                    ))}
                    <button type="button" class="small" onClick={() => onChange('')}>
                        {words.input.clear}
                    </button>
                </span>
            </div>
            <textarea
                id="stdin"
                data-testid="input"
                value={value}
                spellcheck={false}
                autocomplete="off"
                aria-describedby="stdin-help"
                onInput={(event) => onChange(event.currentTarget.value)}
            />
            <p class="muted" id="stdin-help">
                {words.input.help}
            </p>
        </div>
    );
}
