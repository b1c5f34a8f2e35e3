/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useState } from 'preact/hooks';
import { announce } from '../announce';
import { words } from '../words';
import { Icon } from './icon';

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label }: { text: string; label: string }) {
    const [copied, setCopied] = useState(false);
    useEffect(() => {
        if (!copied) {
            return undefined;
        }
        const timer = window.setTimeout(() => setCopied(false), 2000);
        return () => window.clearTimeout(timer);
    }, [copied]);
    const copy = () =>
        void navigator.clipboard?.writeText(text).then(
            () => {
                setCopied(true);
                announce(words.copied);
            },
            () => announce(words.copyFailed),
        );
    return (
        <button type="button" class="small" aria-label={label} onClick={copy}>
            <Icon name={copied ? 'check' : 'copy'} />
            <span>{copied ? words.copied : words.copy}</span>
        </button>
    );
}
