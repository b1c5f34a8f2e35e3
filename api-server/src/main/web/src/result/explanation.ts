/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { Kind, Limits, TestResult, Verdict } from '../api/types';
import { cpuLimit, points, size } from '../format';
import { words } from '../words';

/** What of a result says why it is what it is. */
export interface Cause {
    verdict: Verdict | null;
    language: string;
    limit?: 'cpu' | 'wall' | null;
    limits?: Limits | null;
    signal?: string | number | null;
    exitCode?: number | null;
    message?: string | null;
    voided?: boolean | null;
    retriedAs?: string | null;
}

/** The reason of a verdict in a sentence; empty where the verdict says all. */
export function explanation(cause: Cause): string {
    const limits = cause.limits ?? undefined;
    switch (cause.verdict) {
        case 'system_error':
            return typeof cause.retriedAs === 'string' ? words.again.under : words.result.systemError;
        case 'cancelled':
            return words.result.cancelled;
        case 'compile_error':
            return words.result.compileError;
        case 'time_limit':
            if (cause.limit === 'wall') {
                return words.result.wallLimit;
            }
            return limits === undefined ? words.result.timeLimitPlain : words.result.timeLimit(cpuLimit(limits.cpuMs));
        case 'memory_limit':
            return limits === undefined ? words.result.memoryLimitPlain : words.result.memoryLimit(size(limits.memoryMb * 1024));
        case 'output_limit':
            return limits === undefined ? words.result.outputLimitPlain : words.result.outputLimit(size(limits.outputKb));
        case 'runtime_error':
            if (cause.signal !== null && cause.signal !== undefined && cause.signal !== 0 && cause.signal !== '') {
                return words.result.signal(cause.signal);
            }
            if (cause.exitCode !== null && cause.exitCode !== undefined && cause.exitCode !== 0) {
                return words.result.exit(cause.exitCode, cause.language);
            }
            return cause.message ?? '';
        default:
            return cause.message ?? '';
    }
}

/** The verdict in a sentence for those who hear the page. */
export function spoken(
    kind: Kind,
    cause: Cause & { tests?: TestResult[] | null; testsTotal?: number | null; score?: number | null; maxScore?: number | null },
): string {
    const tests = cause.tests ?? [];
    if (cause.verdict === null) {
        return '';
    }
    if (cause.voided === true) {
        return `${words.again.withdrawn}. ${words.again.voided}`;
    }
    const parts = [words.result.verdict(cause.verdict, kind === 'run')];
    const gained = scored(cause);
    if (gained !== '') {
        parts.push(gained);
    }
    if (tests.length > 0) {
        parts.push(words.result.tests(passed(tests), testCount(cause)));
    }
    const why = explanation(cause);
    return parts.join(', ') + '.' + (why === '' ? '' : ' ' + why);
}

/** The points of a submission, of how many; empty where there are none. */
export function scored(result: { verdict: Verdict | null; score?: number | null; maxScore?: number | null }): string {
    if (typeof result.score !== 'number' || result.verdict === 'system_error') {
        return '';
    }
    return words.result.points(points(result.score), typeof result.maxScore === 'number' ? points(result.maxScore) : null);
}

/** How many tests a submission has, of which judging may have run only some. */
export function testCount(result: { tests?: TestResult[] | null; testsTotal?: number | null }): number {
    return Math.max(result.tests?.length ?? 0, result.testsTotal ?? 0);
}

export function passed(tests: TestResult[]): number {
    return tests.filter((test) => test.verdict === 'accepted').length;
}
