/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { ComponentChildren } from 'preact';
import { words } from '../words';
import { useCountdown } from './hooks';
import type { Loaded } from './use-load';

/** Shows what was loaded, or in plain words why it is not there yet. */
export function LoadedView<T>({ of, children }: { of: Loaded<T>; children: (value: T) => ComponentChildren }) {
    switch (of.state) {
        case 'ready':
            return <>{children(of.value)}</>;
        case 'loading':
            return <p class="notice late">{words.loading}</p>;
        case 'away':
            return <p class="notice">{words.failure.offline}</p>;
        case 'busy':
            return <Busy until={of.until} />;
        case 'failed':
            return of.status === 404 || of.status === 403 ? <NotFound /> : <p class="notice">{words.failure.other(of.detail)}</p>;
    }
}

function Busy({ until }: { until: number }) {
    return <p class="notice">{words.failure.busy(useCountdown(until))}</p>;
}

export function NotFound() {
    return (
        <div class="notice">
            <h1>{words.failure.notFoundTitle}</h1>
            <p>{words.failure.notFound}</p>
            <p>
                <a href="/problems">{words.failure.toProblems}</a>
            </p>
        </div>
    );
}
