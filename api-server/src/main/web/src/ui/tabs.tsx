/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useRef } from 'preact/hooks';

export interface Tab<Id extends string> {
    id: Id;
    label: string;
    /** Something new waits there. */
    fresh?: boolean;
}

/** A row of tabs: arrows move, Tab leaves. The panel of tab `x` has the id `pane-x`. */
export function Tabs<Id extends string>(props: { label: string; tabs: Tab<Id>[]; current: Id; onChange: (id: Id) => void }) {
    const row = useRef<HTMLDivElement>(null);
    const move = (event: KeyboardEvent) => {
        const at = props.tabs.findIndex((tab) => tab.id === props.current);
        const last = props.tabs.length - 1;
        const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last }[event.key];
        const tab = to === undefined ? undefined : props.tabs[to];
        if (tab !== undefined) {
            event.preventDefault();
            props.onChange(tab.id);
            row.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
        }
    };
    return (
        <div class="tabs" role="tablist" aria-label={props.label} ref={row} onKeyDown={move}>
            {props.tabs.map((tab) => (
                <button
                    key={tab.id}
                    type="button"
                    role="tab"
                    id={`tab-${tab.id}`}
                    class={tab.fresh ? 'fresh' : undefined}
                    aria-selected={tab.id === props.current}
                    aria-controls={`pane-${tab.id}`}
                    tabIndex={tab.id === props.current ? 0 : -1}
                    onClick={() => props.onChange(tab.id)}
                >
                    {tab.label}
                </button>
            ))}
        </div>
    );
}
