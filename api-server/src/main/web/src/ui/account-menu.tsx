/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../announce';
import type { SessionInfo } from '../api/types';
import { signOut } from '../session';
import { words } from '../words';
import { Icon } from './icon';
import { placesOf } from './places';

/** The person's name; behind it the places and actions that belong to them. */
export function AccountMenu({ info, onKeys }: { info: SessionInfo; onKeys: () => void }) {
    const [open, setOpen] = useState(false);
    const box = useRef<HTMLDivElement>(null);
    const button = useRef<HTMLButtonElement>(null);
    useEffect(() => {
        if (!open) {
            return undefined;
        }
        const outside = (event: Event) => {
            if (event.target instanceof Node && !box.current?.contains(event.target)) {
                setOpen(false);
            }
        };
        document.addEventListener('pointerdown', outside);
        document.addEventListener('focusin', outside);
        return () => {
            document.removeEventListener('pointerdown', outside);
            document.removeEventListener('focusin', outside);
        };
    }, [open]);
    const leave = () => void signOut().catch(() => announce(words.account.signOutOffline));
    return (
        <div
            class="account"
            ref={box}
            onKeyDown={(event) => {
                if (event.key === 'Escape' && open) {
                    setOpen(false);
                    button.current?.focus();
                }
            }}
        >
            <button
                type="button"
                class="quiet"
                ref={button}
                data-testid="account"
                aria-expanded={open}
                aria-controls="account-menu"
                aria-label={words.account.menu(info.displayName)}
                onClick={() => setOpen(!open)}
            >
                <span class="account-name">{info.displayName}</span>
                <Icon name="down" />
            </button>
            <div id="account-menu" class="menu" hidden={!open}>
                <p class="menu-note">{words.account.signedInAs(info.username)}</p>
                <ul onClick={() => setOpen(false)}>
                    {placesOf(info.role).map(({ href, label }) => (
                        <li key={href}>
                            <a href={href}>{label}</a>
                        </li>
                    ))}
                    <li>
                        <button type="button" onClick={onKeys}>
                            <span>{words.account.keys}</span>
                            <kbd aria-hidden="true">?</kbd>
                        </button>
                    </li>
                    <li>
                        <button type="button" data-testid="signout" onClick={leave}>
                            {words.account.signOut}
                        </button>
                    </li>
                </ul>
            </div>
        </div>
    );
}
