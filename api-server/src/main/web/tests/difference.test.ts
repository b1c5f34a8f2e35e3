/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { firstDifference } from '../src/result/difference';

const places = (expected: string, yours: string) => {
    const found = firstDifference(expected, yours);
    return found === null
        ? null
        : [found.kind, expected.slice(...found.expected), yours.slice(...found.yours), found.line, found.word];
};

test('equal texts, and texts that differ in the last line end alone, have no difference', () => {
    assert.equal(places('5\n2\n', '5\n2\n'), null);
    assert.equal(places('5\n2\n', '5\n2'), null);
    assert.equal(places('5\r\n2\r\n', '5\n2\n'), null);
    assert.equal(places('', ''), null);
});

test('the first token that differs is found with its place', () => {
    assert.deepEqual(places('1 2 3\n4 5 6\n', '1 2 3\n4 7 6\n'), ['token', '5', '7', 2, 2]);
    assert.deepEqual(places('yes', 'no'), ['token', 'yes', 'no', 1, 1]);
});

test('what a judge is likely to forgive does not hide a real difference behind it', () => {
    assert.deepEqual(places('Yes 0.5 7', 'yes 0.5000000001 8'), ['token', '7', '8', 1, 3]);
    assert.deepEqual(places('Yes 7', 'yes 7'), ['token', 'Yes', 'yes', 1, 1]);
});

test('an output that ends early or goes on is told apart', () => {
    assert.deepEqual(places('1\n2\n3\n', '1\n2\n'), ['short', '3', '', 2, 2]);
    assert.deepEqual(places('1\n', '1\n2\n'), ['long', '', '2', 2, 1]);
    assert.deepEqual(places('1\n', ''), ['short', '1', '', 1, 1]);
});

test('white space alone comes last', () => {
    assert.deepEqual(places('1 2\n', '1  2\n'), ['space', '', ' ', 1, 2]);
    assert.deepEqual(places('1\n2\n', '1 2\n')?.[0], 'space');
});
