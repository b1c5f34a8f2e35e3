/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The shapes of the API that the page reads. Times are ISO 8601 in UTC, CPU in ms, memory in KiB or MiB as named. */

export type Verdict =
    | 'accepted'
    | 'wrong_answer'
    | 'time_limit'
    | 'memory_limit'
    | 'output_limit'
    | 'runtime_error'
    | 'compile_error'
    | 'system_error'
    | 'cancelled';

export type Kind = 'run' | 'submit';
export type State = 'queued' | 'running' | 'done';
export type Phase = 'queued' | 'compiling' | 'testing';

export interface SessionInfo {
    username: string;
    displayName: string;
    role: 'student' | 'staff' | 'admin';
    csrfToken: string;
    serverTime: string;
    expiresAt: string;
}

export interface Limits {
    cpuMs: number;
    memoryMb: number;
    outputKb: number;
}

export interface Language {
    id: string;
    name: string;
    version: string;
    extension: string;
    editorMode: string;
    sourceFile: string;
}

export interface ProblemLine {
    slug: string;
    name: string;
    course: string;
    courseName: string;
    bestVerdict: Verdict | null;
    /** The most points that this person got, in problems that give them, and how many there are. */
    bestScore?: number | null;
    maxScore?: number | null;
    submissions: number;
}

export interface Sample {
    number: number;
    input: string;
    output: string;
}

/** An example of what the two sides of an interactive problem say to each other; it stands for the sample of its name. */
export interface Conversation {
    number: number;
    name: string;
    lines: ConversationLine[];
}

export interface ConversationLine {
    from: Speaker;
    text: string;
}

export type Speaker = 'judge' | 'program';

export interface Problem {
    slug: string;
    name: string;
    course: string;
    courseName: string;
    statementHtml: string;
    statementLanguage: string;
    limits: Limits;
    /** The most points that it gives; null where it gives none or has no bound. */
    maxScore?: number | null;
    samples: Sample[];
    conversations: Conversation[];
    bestVerdict: Verdict | null;
}

export interface Accepted {
    id: string;
    state: State;
    position?: number | null;
    pollAfterMs: number;
}

export interface Status {
    id: string;
    state: State;
    phase?: Phase | null;
    verdict?: Verdict | null;
    position?: number | null;
    testsDone?: number | null;
    testsTotal?: number | null;
    pollAfterMs: number;
    /** Attempts begun so far, from 1. */
    attempt?: number | null;
    attemptsLeft?: number | null;
    /** The attempt before this one, or the last while it is queued again, ended without a verdict. */
    lastAttemptFailed?: boolean | null;
}

export interface TestResult {
    number: number;
    group?: string | null;
    visible?: boolean;
    verdict?: Verdict | null;
    cpuMs?: number | null;
    memoryKb?: number | null;
    input?: string | null;
    expected?: string | null;
    stdout?: string | null;
    stderr?: string | null;
    exitCode?: number | null;
    signal?: string | number | null;
    message?: string | null;
    truncated?: boolean;
}

/** What became of a group of tests. */
export interface GroupResult {
    name: string;
    /** Null: it was not run. */
    verdict: Verdict | null;
    /** Null: it gives no points. */
    score: number | null;
    maxScore: number | null;
}

export interface JobResult {
    id: string;
    state: State;
    language: string;
    source: string;
    problem: string | null;
    verdict: Verdict | null;
    stdin?: string | null;
    stdout?: string | null;
    stdoutBase64?: string | null;
    stdoutTruncated?: boolean;
    stderr?: string | null;
    stderrTruncated?: boolean;
    compileOutput?: string | null;
    exitCode?: number | null;
    signal?: string | number | null;
    limit?: 'cpu' | 'wall' | null;
    limits?: Limits | null;
    message?: string | null;
    /** What went wrong inside the judge: staff alone get it. */
    staffMessage?: string | null;
    username?: string;
    /** The verdict was withdrawn with all others of its runner. */
    voided?: boolean | null;
    /** The job that this one judges again. */
    retryOf?: string | null;
    /** The job that judges this one again. */
    retriedAs?: string | null;
    cpuMs?: number | null;
    wallMs?: number | null;
    memoryKb?: number | null;
    createdAt: string;
    finishedAt?: string | null;
    /** Points, in problems that give them. */
    score?: number | null;
    /** The most that the problem gives; null where no bound is known. */
    maxScore?: number | null;
    /** Judging may stop at the first failure: these are the tests that were run. */
    tests?: TestResult[] | null;
    groups?: GroupResult[] | null;
    testsTotal?: number | null;
}

export interface SubmissionLine {
    id: string;
    problem: string;
    problemName: string;
    language: string;
    state: State;
    verdict: Verdict | null;
    /** Points, in problems that give them. */
    score?: number | null;
    /** The most that the problem gives; null where no bound is known. */
    maxScore?: number | null;
    createdAt: string;
    cpuMs?: number | null;
    memoryKb?: number | null;
    username?: string;
    voided?: boolean | null;
}

export interface SubmissionPage {
    items: SubmissionLine[];
    next: string | null;
}

export interface Draft {
    source: string;
    updatedAt: string;
}

export interface Token {
    id: string;
    name: string;
    createdAt: string;
    lastUsedAt: string | null;
    expiresAt: string | null;
}

export interface NewToken {
    id: string;
    name: string;
    secret: string;
    expiresAt: string | null;
}

/** One attempt at a job. Staff alone see these. */
export interface Attempt {
    attempt: number;
    outcome: string;
    reason: string | null;
    runnerName: string | null;
    endedAt: string | null;
}

/** A job whose every attempt failed. */
export interface SystemError {
    id: string;
    kind: 'run' | 'submit' | 'contest_submit';
    language: string;
    problem: string | null;
    problemName: string | null;
    username: string;
    createdAt: string;
    finishedAt: string | null;
    reason: string | null;
    attempts: Attempt[];
    retriedAs: string | null;
}

export interface SystemErrorPage {
    items: SystemError[];
    next: string | null;
}

export type RunnerState = 'ready' | 'draining' | 'gone' | 'away' | 'voided';

export interface Runner {
    id: string;
    name: string;
    version: string;
    state: RunnerState;
    slots: number;
    busySlots: number;
    memoryMb: number;
    isolation: string;
    /** As the runner itself told them: another one may have other versions. */
    languages: { id: string; name: string; version: string }[];
    startedAt: string;
    lastSeenAt: string;
}

/** How many verdicts were withdrawn, and how many of them are judged again. */
export interface Voided {
    voided: number;
    retried: number;
}

/** A program of a problem's package: what that claims of it, and what came out. */
export interface Example {
    path: string;
    language: string;
    /** The verdicts that are right. */
    expected: Verdict[];
    lowestScore: number | null;
    highestScore: number | null;
    /** Of its newest job; null: it was never judged. */
    id: string | null;
    state: State | null;
    verdict: Verdict | null;
    score: number | null;
    claims: ExampleClaim[];
    /** Null while there is no verdict that counts, and where judging ended before the tests that a claim is about. */
    asClaimed: boolean | null;
}

/** What a package claims of one of its programs for a part of the tests. */
export interface ExampleClaim {
    tests: string;
    permitted: Verdict[] | null;
    required: Verdict[] | null;
    lowestScore: number | null;
    highestScore: number | null;
    asClaimed: boolean | null;
}

export interface Examples {
    /** How many jobs this call has begun. */
    begun: number;
    examples: Example[];
}
