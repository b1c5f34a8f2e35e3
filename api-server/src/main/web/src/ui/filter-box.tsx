/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useRef } from 'preact/hooks';
import { words } from '../words';
import { isTyping } from './hooks';

/** The filter of a list; `/` brings the focus here. */
export function FilterBox({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
    const input = useRef<HTMLInputElement>(null);
    useEffect(() => {
        const onKey = (event: KeyboardEvent) => {
            if (event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event)) {
                event.preventDefault();
                input.current?.focus();
                input.current?.select();
            }
        };
        document.addEventListener('keydown', onKey);
        return () => document.removeEventListener('keydown', onKey);
    }, []);
    return (
        <div class="filter">
            <label for="filter">{label}</label>
            <div class="filter-field">
                <input
                    id="filter"
                    ref={input}
                    type="search"
                    autocomplete="off"
                    value={value}
                    title={words.table.filterHint}
                    onInput={(event) => onChange(event.currentTarget.value)}
                />
                <kbd aria-hidden="true">/</kbd>
            </div>
        </div>
    );
}
