/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Status } from '../src/api/types';
import { failedAttempts, tryingAgain } from '../src/result/attempts';
import { explanation, spoken } from '../src/result/explanation';

const status = (state: Status['state'], attempt: number, lastAttemptFailed: boolean) => ({ state, attempt, lastAttemptFailed });

test('a job is tried again from its first failure to its end', () => {
    assert.ok(!tryingAgain(status('queued', 0, false)));
    assert.ok(!tryingAgain(status('running', 1, false)));
    assert.ok(tryingAgain(status('queued', 1, true)));
    assert.ok(tryingAgain(status('running', 2, true)));
    assert.ok(!tryingAgain(status('done', 3, true)));
});

test('an attempt that was handed back in order is no failure, whatever its number', () => {
    assert.ok(!tryingAgain(status('running', 2, false)));
    assert.ok(!tryingAgain({ state: 'queued' }));
});

test('each failure counts once, while it waits and when it runs again', () => {
    const seen = [status('running', 1, false), status('queued', 1, true), status('running', 2, true), status('queued', 2, true), status('running', 3, true)];
    assert.deepEqual(seen.map(failedAttempts), [0, 1, 1, 2, 2]);
});

test('a final fault says what to do, one that is judged again that there is nothing to do', () => {
    const cause = { verdict: 'system_error', language: 'c' } as const;
    assert.match(explanation(cause), /Press Run or Submit again/);
    assert.doesNotMatch(explanation(cause), /trying again/i);
    assert.match(explanation({ ...cause, retriedAs: 'x' }), /^This was our fault, not yours\. It does not count\..*nothing for you to do/);
});

test('of a withdrawn verdict only that is spoken', () => {
    assert.match(spoken('submit', { verdict: 'accepted', language: 'c', voided: true }), /^Withdrawn\. /);
    assert.doesNotMatch(spoken('submit', { verdict: 'accepted', language: 'c', voided: true }), /Accepted/);
});
