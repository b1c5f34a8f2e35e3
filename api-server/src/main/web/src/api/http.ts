/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { noteDateHeader } from '../clock';
import { noteAnswer, noteSilence } from '../connection';
import { refusal, type Refused, Unreachable } from './problem';

export interface Answer<T> {
    body: T;
    etag: string | null;
}

export interface Call {
    method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
    body?: unknown;
    headers?: Record<string, string>;
    /** Names a write, so that sending it again does not do it again. Every write has one. */
    key?: string;
    /** False for sign-in itself, whose 401 means a wrong password. */
    signedIn?: boolean;
    /** Lets the call outlive the page, for what must not be lost when it is closed. */
    outlive?: boolean;
}

/** What browsers let outlive a page is bounded (64 KiB in all). */
const OUTLIVING_CHARACTERS = 20_000;

/** What the session knows and the calls need. */
export interface Credentials {
    csrfToken(): string | null;
    /** Asks the person to sign in again; resolves when they did. */
    renew(): Promise<void>;
    /** Reads the session again, for a new CSRF token. */
    refresh(): Promise<void>;
}

let credentials: Credentials | undefined;

export function useCredentials(provider: Credentials): void {
    credentials = provider;
}

export function newKey(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const NO_ANSWER_MS = 15_000;

/** Calls the API. Throws {@link Refused} for an error answer and {@link Unreachable} when none came. */
export async function call<T>(path: string, options: Call = {}): Promise<Answer<T>> {
    let refreshed = false;
    for (;;) {
        const answer = await send(path, options);
        if (answer.ok) {
            const text = await textOf(answer);
            return { body: (text === '' ? undefined : JSON.parse(text)) as T, etag: answer.headers.get('ETag') };
        }
        const refused = refusal(answer.status, answer.headers.get('Retry-After'), await textOf(answer));
        if (await canGoOn(refused, options, refreshed)) {
            refreshed ||= refused.status === 403;
            continue;
        }
        throw refused;
    }
}

async function canGoOn(refused: Refused, options: Call, refreshed: boolean): Promise<boolean> {
    if (options.signedIn === false || credentials === undefined) {
        return false;
    }
    if (refused.status === 401) {
        await credentials.renew();
        return true;
    }
    if (refused.status === 403 && refused.reason === 'csrf' && !refreshed) {
        await credentials.refresh();
        return true;
    }
    return false;
}

async function send(path: string, options: Call): Promise<Response> {
    const method = options.method ?? 'GET';
    const headers: Record<string, string> = { Accept: 'application/json', ...options.headers };
    if (options.body !== undefined) {
        headers['Content-Type'] = 'application/json';
    }
    if (method !== 'GET') {
        headers['Idempotency-Key'] = options.key ?? newKey();
        const token = credentials?.csrfToken();
        if (token) {
            headers['X-CSRF-Token'] = token;
        }
    }
    const body = options.body === undefined ? undefined : JSON.stringify(options.body);
    let answer: Response;
    try {
        answer = await fetch('/api/v1' + path, {
            method,
            headers,
            credentials: 'same-origin',
            cache: 'no-store',
            signal: AbortSignal.timeout(NO_ANSWER_MS),
            keepalive: options.outlive === true && (body ?? '').length < OUTLIVING_CHARACTERS,
            ...(body === undefined ? {} : { body }),
        });
    } catch {
        noteSilence();
        throw new Unreachable();
    }
    // A gateway that finds no API behind it answers in its place.
    if (answer.status === 502 || answer.status === 504) {
        noteSilence();
        throw new Unreachable();
    }
    noteAnswer();
    noteDateHeader(answer.headers.get('Date'));
    return answer;
}

async function textOf(answer: Response): Promise<string> {
    try {
        return await answer.text();
    } catch {
        noteSilence();
        throw new Unreachable();
    }
}
