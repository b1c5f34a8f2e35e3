/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { createStore, type Store } from './store';

export interface Place {
    path: string;
    query: URLSearchParams;
}

function here(): Place {
    return { path: location.pathname, query: new URLSearchParams(location.search) };
}

export const place: Store<Place> = createStore(here());

/** Goes to an address of this site; `replace` when only the state of the same page changes. */
export function navigate(url: string, replace = false): void {
    const before = location.pathname;
    if (replace) {
        history.replaceState(null, '', url);
    } else {
        history.pushState(null, '', url);
    }
    place.set(here());
    if (location.pathname !== before) {
        window.scrollTo(0, 0);
    }
}

/** Changes parts of the query; an empty value removes its part. */
export function setQuery(changes: Record<string, string>): void {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes)) {
        if (value === '') {
            query.delete(name);
        } else {
            query.set(name, value);
        }
    }
    const text = query.toString();
    navigate(location.pathname + (text === '' ? '' : '?' + text), true);
}

/** The place to come back to after sign-in: only paths of this site. */
export function safeNext(value: string | null): string {
    // by its resolved origin too: browsers drop tabs and newlines, and "/\t/host" would be another site
    const here = value !== null && /^\/(?![/\\])/.test(value) && new URL(value, 'https://here.invalid').host === 'here.invalid';
    return here && !value.startsWith('/signin') ? value : '/problems';
}

export function startRouter(): void {
    window.addEventListener('popstate', () => place.set(here()));
    document.addEventListener('click', (event) => {
        if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) {
            return;
        }
        const link = event.target instanceof Element ? event.target.closest('a') : null;
        if (
            link === null ||
            link.origin !== location.origin ||
            link.target !== '' ||
            link.hasAttribute('download') ||
            link.pathname.startsWith('/api/') ||
            (link.hash !== '' && link.pathname === location.pathname)
        ) {
            return;
        }
        event.preventDefault();
        navigate(link.pathname + link.search);
    });
}
