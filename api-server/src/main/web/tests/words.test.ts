/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { explanation, scored, spoken } from '../src/result/explanation';
import { groupName } from '../src/result/groups';
import { phaseText, phaseWord } from '../src/result/phase-text';
import { ordinal, words } from '../src/words';

test('ordinals', () => {
    assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111, 113].map(ordinal), [
        '1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '101st', '111th', '113th',
    ]);
});

test('phases from the queue to the last test', () => {
    const status = { id: 'x', pollAfterMs: 200 };
    assert.equal(phaseText({ ...status, state: 'queued', position: 3 }, 'submit'), 'Queued, 3rd');
    assert.equal(phaseText({ ...status, state: 'queued', position: 1 }, 'submit'), 'Queued, next');
    assert.equal(phaseText({ ...status, state: 'queued' }, 'run'), 'Queued');
    assert.equal(phaseText({ ...status, state: 'running', phase: 'compiling' }, 'submit'), 'Compiling');
    assert.equal(phaseText({ ...status, state: 'running', phase: 'testing', testsDone: 3, testsTotal: 12 }, 'submit'), 'Test 4 of 12');
    assert.equal(phaseText({ ...status, state: 'running', phase: 'testing', testsDone: 12, testsTotal: 12 }, 'submit'), 'Test 12 of 12');
    assert.equal(phaseText({ ...status, state: 'running', phase: 'testing', testsDone: 0, testsTotal: 1 }, 'run'), 'Running');
    assert.equal(phaseWord({ ...status, state: 'running', phase: 'testing', testsTotal: 12 }, 'submit'), 'Testing');
});

test('a Run that is accepted ran, a Submit is accepted', () => {
    assert.equal(words.result.verdict('accepted', true), 'Ran');
    assert.equal(words.result.verdict('accepted', false), 'Accepted');
    assert.equal(words.result.verdict('time_limit', true), 'Time limit');
});

test('signals by name and by number, and exit codes, in words', () => {
    const cause = { verdict: 'runtime_error', language: 'c' } as const;
    const segv = 'Stopped by SIGSEGV: it used memory that is not its own.';
    assert.equal(explanation({ ...cause, signal: 'SIGSEGV' }), segv);
    assert.equal(explanation({ ...cause, signal: 11 }), segv);
    assert.equal(explanation({ ...cause, signal: 64 }), 'Stopped by signal 64.');
    assert.equal(explanation({ ...cause, signal: null, exitCode: 3 }), 'Ended with exit code 3. A program that is content ends with 0.');
    assert.match(explanation({ ...cause, language: 'python', exitCode: 1 }), /nothing caught/);
    assert.equal(explanation({ ...cause, message: 'from the server' }), 'from the server');
});

test('limits name their value, a wall stop its likely reason', () => {
    const limits = { cpuMs: 1500, memoryMb: 256, outputKb: 1024 };
    const cause = { language: 'c', limits } as const;
    assert.match(explanation({ ...cause, verdict: 'time_limit', limit: 'cpu' }), /1\.5 s/);
    assert.match(explanation({ ...cause, verdict: 'time_limit', limit: 'wall' }), /wait for input/);
    assert.match(explanation({ ...cause, verdict: 'memory_limit' }), /256 MB/);
    assert.match(explanation({ ...cause, verdict: 'output_limit' }), /1 MB/);
    assert.match(explanation({ verdict: 'output_limit', language: 'c' }), /too much/);
});

test('a fault of the lab is said to be one', () => {
    assert.match(explanation({ verdict: 'system_error', language: 'c', message: 'internal' }), /^This was our fault, not yours\. It does not count\./);
});

test('what is spoken has verdict, tests and reason', () => {
    const tests = [
        { number: 1, verdict: 'accepted' as const },
        { number: 2, verdict: 'runtime_error' as const },
    ];
    assert.equal(
        spoken('submit', { verdict: 'runtime_error', language: 'c', signal: 'SIGFPE', tests, testsTotal: 17 }),
        'Runtime error, 1 of 17 tests. Stopped by SIGFPE: it did arithmetic that has no result, such as a division by zero.',
    );
    assert.equal(spoken('run', { verdict: 'accepted', language: 'c' }), 'Ran.');
});

test('points are told with the most that there are', () => {
    const result = { verdict: 'wrong_answer' as const, language: 'c' };
    assert.equal(scored({ ...result, score: 40, maxScore: 100 }), '40 of 100 points');
    assert.equal(scored({ ...result, score: 33.333333, maxScore: null }), '33.33 points');
    assert.equal(scored({ ...result, score: 0, maxScore: 12.5 }), '0 of 12.5 points');
    assert.equal(scored({ ...result, score: null, maxScore: 100 }), '');
    assert.equal(scored({ verdict: 'system_error', score: 40 }), '');
    assert.equal(spoken('submit', { ...result, score: 40, maxScore: 100 }), 'Wrong answer, 40 of 100 points.');
});

test('groups have the name of their folder', () => {
    assert.deepEqual(['sample', 'secret', 'secret/1-small', 'secret/a/b'].map(groupName), ['Samples', 'Hidden tests', '1-small', 'a/b']);
});

test('a countdown reads well', () => {
    assert.equal(words.press.busy(15), 'The lab is busy. Your code is saved. Trying again in 15 s');
    assert.match(words.press.busy(60), /1 min$/);
    assert.match(words.press.busy(75), /1 min 15 s$/);
});
