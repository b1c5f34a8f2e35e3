/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matches, sorted } from '../src/ui/sort';

test('sorts both ways, what has no value last either way', () => {
    const items = [{ n: 2 }, { n: null }, { n: 10 }, { n: 1 }];
    assert.deepEqual(sorted(items, (item) => item.n, false).map((item) => item.n), [1, 2, 10, null]);
    assert.deepEqual(sorted(items, (item) => item.n, true).map((item) => item.n), [10, 2, 1, null]);
});

test('text is sorted as people read it', () => {
    assert.deepEqual(sorted(['b10', 'B2', 'a'], (text) => text, false), ['a', 'B2', 'b10']);
});

test('a filter wants each of its words somewhere', () => {
    assert.ok(matches('', 'Anything'));
    assert.ok(matches('town BRID', 'Bridges of the old town', 'Algorithms'));
    assert.ok(matches('algo bridges', 'Bridges of the old town', 'Algorithms'));
    assert.ok(!matches('bridges city', 'Bridges of the old town', 'Algorithms'));
});
