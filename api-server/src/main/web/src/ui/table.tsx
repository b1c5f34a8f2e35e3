/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { ComponentChildren } from 'preact';
import { setQuery } from '../router';
import { words } from '../words';
import { Icon } from './icon';
import { sorted, type SortKey } from './sort';

export interface Column<T> {
    id: string;
    label: string;
    cell: (item: T) => ComponentChildren;
    /** What to sort by; a column without it cannot be sorted. */
    key?: (item: T) => SortKey | null;
    number?: boolean;
    /** A column of actions: its label is heard, not seen. */
    unseen?: boolean;
    /** Left out where the screen is narrow. */
    extra?: boolean;
}

/** A list, one line a thing. The sorting is in the address: `?sort=column&dir=desc`. */
export function Table<T>(props: {
    label: string;
    columns: Column<T>[];
    items: T[];
    id: (item: T) => string;
    query: URLSearchParams;
    testId?: string;
}) {
    const by = props.columns.find((column) => column.id === props.query.get('sort') && column.key !== undefined);
    const down = props.query.get('dir') === 'desc';
    const rows = by?.key === undefined ? props.items : sorted(props.items, by.key, down);
    const sort = (column: Column<T>) => {
        if (by !== column) {
            setQuery({ sort: column.id, dir: '' });
        } else if (!down) {
            setQuery({ sort: column.id, dir: 'desc' });
        } else {
            setQuery({ sort: '', dir: '' });
        }
    };
    const kind = (column: Column<T>) => (column.number ? 'number' : '') + (column.extra ? ' extra' : '');
    return (
        <table data-testid={props.testId}>
            <caption class="unseen">{props.label}</caption>
            <thead>
                <tr>
                    {props.columns.map((column) => (
                        <th
                            key={column.id}
                            scope="col"
                            class={kind(column)}
                            {...(by === column ? { 'aria-sort': down ? 'descending' : 'ascending' } : {})}
                        >
                            {column.key === undefined ? (
                                <span class={column.unseen ? 'unseen' : undefined}>{column.label}</span>
                            ) : (
                                <button type="button" title={words.table.sortBy(column.label)} onClick={() => sort(column)}>
                                    {column.label}
                                    {by === column && <Icon name={down ? 'down' : 'up'} />}
                                </button>
                            )}
                        </th>
                    ))}
                </tr>
            </thead>
            <tbody>
                {rows.map((item) => (
                    <tr key={props.id(item)}>
                        {props.columns.map((column) => (
                            <td key={column.id} class={kind(column)}>
                                {column.cell(item)}
                            </td>
                        ))}
                    </tr>
                ))}
            </tbody>
        </table>
    );
}
