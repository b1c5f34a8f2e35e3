/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** A program to read, with its line numbers. */
export function CodeView({ source, label }: { source: string; label: string }) {
    const lines = source.split('\n').length;
    return (
        <div class="code-view" tabIndex={0} role="group" aria-label={label}>
            <pre class="numbers" aria-hidden="true">
                {Array.from({ length: lines }, (_, i) => i + 1).join('\n')}
            </pre>
            <pre class="code">{source}</pre>
        </div>
    );
}
