/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesOf } from '../src/ui/places';
import { words } from '../src/words';

test('students are led to no place of staff', () => {
    const hrefs = (role: 'student' | 'staff' | 'admin') => placesOf(role).map(({ href }) => href);
    assert.deepEqual(hrefs('student'), ['/problems', '/submissions', '/tokens']);
    assert.deepEqual(hrefs('staff'), [...hrefs('student'), '/system-errors', '/runners']);
    assert.deepEqual(hrefs('admin'), hrefs('staff'));
});

test('how many verdicts were withdrawn is said as people say it', () => {
    assert.equal(words.runners.withdrawn(0, 0), 'It has no verdict to withdraw.');
    assert.equal(words.runners.withdrawn(1, 1), '1 verdict is withdrawn, 1 is judged again.');
    assert.equal(words.runners.withdrawn(12, 11), '12 verdicts are withdrawn, 11 are judged again.');
});
