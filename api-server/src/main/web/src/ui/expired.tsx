/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useState } from 'preact/hooks';
import type { SessionInfo } from '../api/types';
import { words } from '../words';
import { Dialog } from './dialog';
import { SignInForm } from './sign-in-form';

/** Asks to sign in again over the page, which stays as it is with all its text. */
export function Expired({ info }: { info: SessionInfo }) {
    const [open, setOpen] = useState(true);
    if (!open) {
        return (
            <aside class="bar-note" aria-label={words.signIn.expiredTitle}>
                <p>{words.signIn.expired}</p>
                <button type="button" class="small" onClick={() => setOpen(true)}>
                    {words.signIn.button}
                </button>
            </aside>
        );
    }
    return (
        <Dialog title={words.signIn.expiredTitle} onClose={() => setOpen(false)}>
            <p>{words.signIn.expired}</p>
            <p class="muted">{words.signIn.as(info.username)}</p>
            <SignInForm username={info.username} />
            <p class="muted">
                <a href={`/signin?next=${encodeURIComponent(location.pathname + location.search)}`} target="_self">
                    {words.signIn.someoneElse(info.displayName)}
                </a>
            </p>
        </Dialog>
    );
}
