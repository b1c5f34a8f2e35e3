/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { type Answer, call } from './http';
import type {
    Accepted,
    Draft,
    Examples,
    JobResult,
    Kind,
    Language,
    NewToken,
    Problem,
    ProblemLine,
    Runner,
    SessionInfo,
    Status,
    SubmissionPage,
    SystemErrorPage,
    Token,
    Voided,
} from './types';

const enc = encodeURIComponent;

async function body<T>(answer: Promise<Answer<T>>): Promise<T> {
    return (await answer).body;
}

export const readSession = () => body(call<SessionInfo>('/session', { signedIn: false }));

export const signIn = (username: string, password: string) =>
    body(call<void>('/session', { method: 'POST', body: { username, password }, signedIn: false }));

export const signOut = () => body(call<void>('/session', { method: 'DELETE', signedIn: false }));

export const listProblems = () => body(call<ProblemLine[]>('/problems'));

export const readProblem = (slug: string) => body(call<Problem>(`/problems/${enc(slug)}`));

const examplesPath = (slug: string) => `/problems/${enc(slug)}/examples`;

export const readExamples = (slug: string) => body(call<Examples>(examplesPath(slug)));

/** Has those judged that are not being judged already. */
export const judgeExamples = (slug: string, key: string) => body(call<Examples>(examplesPath(slug), { method: 'POST', key }));

export const listLanguages = () => body(call<Language[]>('/languages'));

/** Where jobs of a kind live: a Run is a run, a Submit is a submission. */
export const jobPath = (kind: Kind, id?: string) =>
    (kind === 'run' ? '/runs' : '/submissions') + (id === undefined ? '' : '/' + enc(id));

export interface JobBody {
    problem: string;
    language: string;
    source: string;
    stdin?: string;
}

export const sendJob = (kind: Kind, job: JobBody, key: string) =>
    body(call<Accepted>(jobPath(kind), { method: 'POST', body: job, key }));

export const readJob = (kind: Kind, id: string) => body(call<JobResult>(jobPath(kind, id)));

export const readStatus = (kind: Kind, id: string) => body(call<Status>(jobPath(kind, id) + '/status'));

export const cancelRun = (id: string) => body(call<void>(jobPath('run', id), { method: 'DELETE' }));

/** Judges a job whose verdict is a fault of ours again, as a new job. */
export const retryJob = (kind: Kind, id: string, key: string) =>
    body(call<Accepted>(jobPath(kind, id) + '/retry', { method: 'POST', key }));

/** A query of what has a value. */
function search(query: Record<string, string | number | undefined>): string {
    const parts = Object.entries(query).filter(([, value]) => value !== undefined && value !== '');
    return parts.length === 0 ? '' : '?' + new URLSearchParams(parts.map(([name, value]) => [name, String(value)])).toString();
}

export const listSubmissions = (query: { problem?: string; before?: string; limit?: number }) =>
    body(call<SubmissionPage>('/submissions' + search(query)));

export const listSystemErrors = (query: { before?: string; limit?: number }) =>
    body(call<SystemErrorPage>('/system-errors' + search(query)));

export const listRunners = () => body(call<Runner[]>('/runners'));

/** Withdraws every verdict that a runner has given, and judges those again. */
export const voidRunner = (id: string, reason: string, key: string) =>
    body(call<Voided>(`/runners/${enc(id)}/void`, { method: 'POST', body: { reason }, key }));

export const readDraft = (problem: string, language: string) =>
    call<Draft>(`/drafts/${enc(problem)}/${enc(language)}`);

/** Writes a draft over the version `etag`, or as the first one when that is null. */
export const writeDraft = (problem: string, language: string, source: string, etag: string | null, key: string) =>
    call<unknown>(`/drafts/${enc(problem)}/${enc(language)}`, {
        method: 'PUT',
        body: { source },
        key,
        outlive: true,
        headers: etag === null ? { 'If-None-Match': '*' } : { 'If-Match': etag },
    });

export const listTokens = () => body(call<Token[]>('/tokens'));

export const makeToken = (name: string, expiresAt: string | null, key: string) =>
    body(call<NewToken>('/tokens', { method: 'POST', body: expiresAt === null ? { name } : { name, expiresAt }, key }));

export const revokeToken = (id: string) => body(call<void>(`/tokens/${enc(id)}`, { method: 'DELETE' }));
