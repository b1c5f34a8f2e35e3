/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** How a list is sorted; both parts live in the address. */
export interface Sorting {
    by: string;
    down: boolean;
}

export type SortKey = string | number;

/** Sorts by a column without touching the order of what is equal; what has no value comes last either way. */
export function sorted<T>(items: readonly T[], key: (item: T) => SortKey | null, down: boolean): T[] {
    const sign = down ? -1 : 1;
    return [...items].sort((a, b) => {
        const x = key(a);
        const y = key(b);
        if (x === null || y === null) {
            return Number(x === null) - Number(y === null);
        }
        return typeof x === 'number' && typeof y === 'number'
            ? sign * (x - y)
            : sign * String(x).localeCompare(String(y), undefined, { numeric: true, sensitivity: 'base' });
    });
}

/** Whether every word of a filter is somewhere in the texts. */
export function matches(filter: string, ...texts: string[]): boolean {
    const all = texts.join(' ').toLocaleLowerCase();
    return filter
        .toLocaleLowerCase()
        .split(/\s+/)
        .every((word) => all.includes(word));
}
