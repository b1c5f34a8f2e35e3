/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { readSession, signIn as sendSignIn, signOut as sendSignOut } from './api/calls';
import { useCredentials } from './api/http';
import { Refused } from './api/problem';
import type { SessionInfo } from './api/types';
import { noteServerTime } from './clock';
import { createStore, type Store } from './store';

/** Who is signed in. `expired` keeps the page and its text in place while the person signs in again. */
export type Session =
    | { state: 'unknown' }
    | { state: 'none' }
    | { state: 'in'; info: SessionInfo }
    | { state: 'expired'; info: SessionInfo };

export const session: Store<Session> = createStore<Session>({ state: 'unknown' });

let waiting: (() => void)[] = [];

/** Reads the session from the server; without one the state becomes `none`. */
export async function loadSession(): Promise<void> {
    try {
        const info = await readSession();
        noteServerTime(info.serverTime);
        session.set({ state: 'in', info });
        const go = waiting;
        waiting = [];
        go.forEach((resolve) => resolve());
    } catch (error) {
        if (!(error instanceof Refused) || error.status !== 401) {
            throw error;
        }
        session.set({ state: 'none' });
    }
}

export async function signIn(username: string, password: string): Promise<void> {
    const before = session.get();
    await sendSignIn(username, password);
    await loadSession();
    const now = session.get();
    if (before.state === 'expired' && now.state === 'in' && now.info.username !== before.info.username) {
        // Another person: nothing of the first one may stay on the screen.
        location.assign('/problems');
    }
}

export async function signOut(): Promise<void> {
    try {
        await sendSignOut();
    } catch (error) {
        if (!(error instanceof Refused) || error.status !== 401) {
            throw error;
        }
    }
    // A full load leaves nothing of this person in memory.
    location.assign('/signin');
}

export function currentUser(): string {
    const now = session.get();
    return now.state === 'in' || now.state === 'expired' ? now.info.username : '';
}

/** Whether the person teaches or runs the lab. What staff may do is decided by the server. */
export function isStaff(): boolean {
    return role() !== 'student';
}

export function isAdmin(): boolean {
    return role() === 'admin';
}

function role(): SessionInfo['role'] {
    const now = session.get();
    return now.state === 'in' || now.state === 'expired' ? now.info.role : 'student';
}

useCredentials({
    csrfToken() {
        const now = session.get();
        return now.state === 'in' ? now.info.csrfToken : null;
    },
    renew() {
        const now = session.get();
        if (now.state === 'in') {
            session.set({ state: 'expired', info: now.info });
        } else if (now.state !== 'expired') {
            session.set({ state: 'none' });
        }
        return new Promise((resolve) => waiting.push(resolve));
    },
    refresh: loadSession,
});
