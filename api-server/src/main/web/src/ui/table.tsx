/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { type ComponentChildren, Fragment } from 'preact';
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
    /** A long text, of which one line is shown. */
    clip?: boolean;
}

/** The id of the row that says more about a line. */
const detailId = (id: string) => `detail-${id}`;

/** Opens and closes what there is to say about a line. Which one is open is in the address: `?open=id`. */
export function Expander({ id, open, label, children }: { id: string; open: boolean; label: string; children: ComponentChildren }) {
    return (
        <button
            type="button"
            class="expander"
            aria-expanded={open}
            aria-label={label}
            {...(open ? { 'aria-controls': detailId(id) } : {})}
            onClick={() => setQuery({ open: open ? '' : id })}
        >
            <Icon name={open ? 'down' : 'right'} />
            {children}
        </button>
    );
}

/** A list, one line a thing. The sorting is in the address: `?sort=column&dir=desc`. `detail` is below a line that is open. */
export function Table<T>(props: {
    label: string;
    columns: Column<T>[];
    items: T[];
    id: (item: T) => string;
    query: URLSearchParams;
    testId?: string;
    detail?: (item: T) => ComponentChildren;
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
    const kind = (column: Column<T>) => (column.number ? 'number' : '') + (column.extra ? ' extra' : '') + (column.clip ? ' clip' : '');
    const open = props.query.get('open');
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
                {rows.map((item) => {
                    const id = props.id(item);
                    return (
                        <Fragment key={id}>
                            <tr>
                                {props.columns.map((column) => (
                                    <td key={column.id} class={kind(column)}>
                                        {column.cell(item)}
                                    </td>
                                ))}
                            </tr>
                            {props.detail !== undefined && open === id && (
                                <tr class="detail" id={detailId(id)}>
                                    <td colSpan={props.columns.length}>{props.detail(item)}</td>
                                </tr>
                            )}
                        </Fragment>
                    );
                })}
            </tbody>
        </table>
    );
}
