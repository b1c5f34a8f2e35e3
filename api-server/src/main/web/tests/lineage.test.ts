/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { extend, fingerprint, isForebear } from '../src/drafts/lineage';

test('a text knows those it grew from, and no others', () => {
    const line = extend(extend([], 'print(1)'), 'print(12)');
    assert.ok(isForebear(line, 'print(1)'));
    assert.ok(isForebear(line, 'print(12)'));
    assert.ok(!isForebear(line, 'print(2)'));
    assert.ok(!isForebear([], ''));
});

test('only the latest are kept, each once', () => {
    let line: string[] = [];
    for (const text of ['a', 'b', 'c', 'a', 'd', 'e']) {
        line = extend(line, text);
    }
    assert.deepEqual(line, ['c', 'a', 'd', 'e'].map(fingerprint));
});

test('texts that differ little have different fingerprints', () => {
    const prints = new Set(Array.from({ length: 20_000 }, (_, i) => fingerprint(`for i in range(${i}): print(i)`)));
    assert.equal(prints.size, 20_000);
});
