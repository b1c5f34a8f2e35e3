/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../announce';
import { Refused } from '../api/problem';
import { serverNow } from '../clock';
import { retryDelay } from '../live/pace';
import { session, signIn } from '../session';
import { words } from '../words';
import { useCountdown } from './hooks';

/** Username and password. With `username` given, only the password is asked. */
export function SignInForm({ username }: { username?: string }) {
    const [busy, setBusy] = useState(false);
    const [message, setMessage] = useState('');
    const [until, setUntil] = useState(-Infinity);
    const wait = useCountdown(until);
    const name = useRef<HTMLInputElement>(null);
    const password = useRef<HTMLInputElement>(null);
    useEffect(() => (username === undefined ? name : password).current?.focus(), []);
    const say = (text: string) => {
        setMessage(text);
        announce(text);
    };
    const send = async (event: Event) => {
        event.preventDefault();
        const who = username ?? name.current?.value.trim() ?? '';
        const secret = password.current?.value ?? '';
        if (busy || wait > 0) {
            return;
        }
        if (who === '' || secret === '') {
            say(words.signIn.missing);
            (who === '' ? name : password).current?.focus();
            return;
        }
        setBusy(true);
        setMessage('');
        try {
            await signIn(who, secret);
            if (session.get().state !== 'in') {
                say(words.signIn.noCookie);
            }
        } catch (error) {
            if (!(error instanceof Refused)) {
                say(words.signIn.offline);
            } else if (error.status === 401) {
                say(words.signIn.wrong);
                password.current?.select();
                password.current?.focus();
            } else if (error.status === 429) {
                const delay = retryDelay(error.retryAfter, serverNow(), () => 0);
                setUntil(performance.now() + delay);
                announce(words.signIn.tooMany(Math.ceil(delay / 1000)));
            } else {
                say(error.status === 503 ? words.signIn.busy : words.failure.other(error.detail));
            }
        } finally {
            setBusy(false);
        }
    };
    const shown = wait > 0 ? words.signIn.tooMany(wait) : message === '' && until > 0 ? words.signIn.again : message;
    return (
        <form class="sign-in-form" onSubmit={(event) => void send(event)}>
            {username === undefined ? (
                <p class="field">
                    <label for="username">{words.signIn.username}</label>
                    <input
                        id="username"
                        ref={name}
                        name="username"
                        data-testid="signin-username"
                        autocomplete="username"
                        autocapitalize="none"
                        spellcheck={false}
                    />
                </p>
            ) : (
                <input class="unseen" name="username" autocomplete="username" value={username} readOnly tabIndex={-1} aria-hidden="true" />
            )}
            <p class="field">
                <label for="password">{words.signIn.password}</label>
                <input
                    id="password"
                    ref={password}
                    name="password"
                    type="password"
                    data-testid="signin-password"
                    autocomplete="current-password"
                    aria-describedby="signin-message"
                />
            </p>
            <p class="form-message" id="signin-message">
                {shown}
            </p>
            <button type="submit" class="primary wide" data-testid="signin-submit" aria-disabled={busy || wait > 0}>
                {busy ? words.signIn.sending : words.signIn.button}
            </button>
        </form>
    );
}
