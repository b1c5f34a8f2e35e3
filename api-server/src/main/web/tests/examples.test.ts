/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Example } from '../src/api/types';
import { turns } from '../src/problem/turns';
import { claimText, footText, partText, verdictsText } from '../src/staff/example-words';

const example: Example = {
    path: 'accepted/a.py',
    language: 'python',
    expected: ['accepted'],
    lowestScore: null,
    highestScore: null,
    id: null,
    state: null,
    verdict: null,
    score: null,
    claims: [],
    asClaimed: null,
};

test('lines of one side are one turn until the other side speaks', () => {
    assert.deepEqual(
        turns([
            { from: 'judge', text: '10' },
            { from: 'judge', text: '' },
            { from: 'program', text: ' 5' },
            { from: 'judge', text: 'deeper' },
        ]),
        [
            { from: 'judge', text: '10\n' },
            { from: 'program', text: ' 5' },
            { from: 'judge', text: 'deeper' },
        ],
    );
    assert.deepEqual(turns([]), []);
});

test('a claim is said as people say it', () => {
    assert.equal(verdictsText(['accepted', 'time_limit']), 'Accepted or Time limit');
    assert.equal(verdictsText(['runtime_error', 'memory_limit', 'output_limit', 'time_limit']), 'Time limit or Crash');
    assert.equal(verdictsText(['memory_limit', 'runtime_error']), 'Memory limit or Runtime error');
    assert.equal(
        verdictsText(['accepted', 'wrong_answer', 'time_limit', 'runtime_error', 'memory_limit', 'output_limit']),
        'Any verdict',
    );
    assert.equal(claimText({ ...example, lowestScore: 100, highestScore: 100 }), 'Accepted, 100 points');
    assert.equal(claimText({ ...example, lowestScore: 20, highestScore: 80.5 }), 'Accepted, 20 to 80.5 points');
    assert.equal(claimText({ ...example, highestScore: 76 }), 'Accepted, at most 76 points');
    const part = { tests: 'secret/1', permitted: null, required: null, lowestScore: null, highestScore: null, asClaimed: null };
    assert.equal(partText({ ...part, permitted: ['accepted', 'time_limit'], required: ['time_limit'] }), 'secret/1: Accepted or Time limit, at least once Time limit');
    assert.equal(partText({ ...part, lowestScore: 40 }), 'secret/1: at least 40 points');
});

test('what is being judged is neither as claimed nor not', () => {
    const done = { ...example, state: 'done' as const };
    assert.equal(footText([{ ...done, asClaimed: true }, { ...done, asClaimed: null }]), '1 of 2 as claimed.');
    assert.equal(
        footText([{ ...done, asClaimed: false }, { ...example, state: 'queued', asClaimed: true }]),
        '0 of 2 as claimed, 1 not, 1 still being judged.',
    );
    assert.equal(
        footText([{ ...done, asClaimed: true }, example]),
        '1 of 1 as claimed, 1 left out, as no runner has their language or it is switched off.',
    );
});
