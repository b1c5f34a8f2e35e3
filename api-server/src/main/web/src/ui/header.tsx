/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { SessionInfo } from '../api/types';
import { online } from '../connection';
import { place } from '../router';
import { createStore, type Store, useStore } from '../store';
import { words } from '../words';
import { AccountMenu } from './account-menu';
import { Icon } from './icon';
import { placesOf } from './places';

/** Where the person is, as the page in view names it; the last one is the place itself. */
export const crumbs: Store<string[]> = createStore<string[]>([]);

export function Header({ info, onKeys }: { info: SessionInfo; onKeys: () => void }) {
    const connected = useStore(online);
    const trail = useStore(crumbs);
    const { path } = useStore(place);
    return (
        <header class="top">
            <a class="brand" href="/problems" aria-label={words.product}>
                <span class="brand-sign">
                    <Icon name="prompt" />
                </span>
                <span class="brand-name">{words.product}</span>
            </a>
            {trail.length > 0 ? (
                <p class="crumbs">
                    {trail.map((text, i) => (
                        <span key={i} class={i === trail.length - 1 ? 'crumb last' : 'crumb'}>
                            {text}
                        </span>
                    ))}
                </p>
            ) : (
                <nav aria-label={words.nav.label}>
                    <ul>
                        {placesOf(info.role).map(({ href, label, extra }) => (
                            <li key={href} class={extra === undefined ? undefined : `extra ${extra}`}>
                                <a href={href} {...(path === href ? { 'aria-current': 'page' as const } : {})}>
                                    {label}
                                </a>
                            </li>
                        ))}
                    </ul>
                </nav>
            )}
            <p class={connected ? 'connection' : 'connection away'}>
                <span class="dot" aria-hidden="true" />
                <span class="connection-word">{connected ? words.connection.on : words.connection.off}</span>
            </p>
            <AccountMenu info={info} onKeys={onKeys} />
        </header>
    );
}
