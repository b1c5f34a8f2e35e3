/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { offsetOf, smallestChange } from '../src/editor/change';
import { languageSupport } from '../src/editor/languages';

test('the smallest change makes the one text of the other', () => {
    for (const [before, after] of [
        ['', 'abc'],
        ['abc', ''],
        ['abc', 'abc'],
        ['aaa', 'aa'],
        ['aa', 'aaa'],
        ['one two three', 'one 2 three'],
        ['x\ny\n', 'x\nz\ny\n'],
    ] as const) {
        const { from, to, insert } = smallestChange(before, after);
        assert.equal(before.slice(0, from) + insert + before.slice(to), after, `${before} to ${after}`);
        assert.ok(from <= to);
    }
    assert.deepEqual(smallestChange('one two three', 'one 2 three'), { from: 4, to: 7, insert: '2' });
});

test('places are found, and those outside go to the nearest', () => {
    const text = 'ab\ncde\n\nf';
    assert.equal(offsetOf(text, 1), 0);
    assert.equal(offsetOf(text, 2, 2), 4);
    assert.equal(offsetOf(text, 2, 99), 6);
    assert.equal(offsetOf(text, 3, 5), 7);
    assert.equal(offsetOf(text, 99, 1), 8);
    assert.equal(offsetOf('', 5, 5), 0);
});

test('each language of the product has its colours', async () => {
    // tests run in the page's folder
    const file = readFileSync('../../../../sandbox-runtimeclass/languages.yaml', 'utf8');
    const modes = [...file.matchAll(/^ {4}editorMode: (.*)$/gm)].map((match) => match[1] ?? '');
    assert.ok(modes.length >= 8, modes.join(' '));
    for (const mode of modes) {
        const support = await languageSupport(mode);
        const tree = support?.language.parser.parse('x = "text" + 1\n');
        assert.ok(tree !== undefined && tree.length === 15 && tree.topNode.firstChild !== null, mode);
    }
    assert.equal(await languageSupport('klingon'), undefined);
});
