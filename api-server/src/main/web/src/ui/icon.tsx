/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
const paths = {
    check: 'M3.5 8.5l3 3 6-7',
    cross: 'M4 4l8 8M12 4l-8 8',
    clock: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M8 4.8V8l2.2 1.6',
    memory: 'M4 4h8v8H4zM6 1.8V4M10 1.8V4M6 12v2.2M10 12v2.2M1.8 6H4M1.8 10H4M12 6h2.2M12 10h2.2',
    lines: 'M3 4h10M3 8h10M3 12h6',
    bolt: 'M9 1.8L3.8 9H8l-1 5.2L12.2 7H8z',
    brackets: 'M5.5 3.5L2 8l3.5 4.5M10.5 3.5L14 8l-3.5 4.5',
    warning: 'M8 2.2L14.4 13.4H1.6zM8 6.4v3.2M8 11.4v.2',
    prompt: 'M3 4l4 4-4 4M8.5 12.5h4.5',
    stop: 'M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2M4 12L12 4',
    down: 'M4 6l4 4 4-4',
    up: 'M4 10l4-4 4 4',
    right: 'M6 4l4 4-4 4',
    copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
    play: 'M5 3l8 5-8 5z',
} as const;

export type IconName = keyof typeof paths;

/** A sign beside a word; never the only thing that says something. */
export function Icon({ name }: { name: IconName }) {
    return (
        <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
            <path d={paths[name]} />
        </svg>
    );
}
