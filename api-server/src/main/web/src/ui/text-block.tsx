/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { ComponentChildren } from 'preact';

/** Text of a program, as text: it scrolls inside its own box, which the keyboard can reach. */
export function TextBlock({ label, children }: { label: string; children: ComponentChildren }) {
    return (
        <pre class="text" tabIndex={0} role="group" aria-label={label}>
            {children}
        </pre>
    );
}
