/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { placesIn } from '../src/result/messages';

const links = (text: string, file: string) =>
    placesIn(text, file)
        .filter((piece) => piece.line !== undefined)
        .map((piece) => [piece.text, piece.line, piece.column]);

test('gcc: line and column', () => {
    assert.deepEqual(links("main.c:3:5: error: expected ';'\nmain.c: In function 'main':\n", 'main.c'), [['main.c:3:5', 3, 5]]);
    assert.deepEqual(links('/box/main.cpp:12:1: error: x', 'main.cpp'), [['/box/main.cpp:12:1', 12, 1]]);
});

test('javac: the file may have the name of the class', () => {
    assert.deepEqual(links('Solution.java:3: error: cannot find symbol', 'Main.java'), [['Solution.java:3', 3, undefined]]);
    assert.deepEqual(links('\tat Main.main(Main.java:7)', 'Main.java'), [['Main.java:7', 7, undefined]]);
});

test('python: traceback', () => {
    assert.deepEqual(links('  File "/box/main.py", line 4, in <module>\n    f()\n', 'main.py'), [['File "/box/main.py", line 4', 4, undefined]]);
});

test('node: stack', () => {
    assert.deepEqual(links('    at Object.<anonymous> (/box/main.js:1:7)', 'main.js'), [['/box/main.js:1:7', 1, 7]]);
    assert.deepEqual(links('file:///box/main.js:2\n', 'main.js'), [['file:///box/main.js:2', 2, undefined]]);
});

test('places in libraries and other files lead nowhere', () => {
    assert.deepEqual(links('/usr/include/c++/12/main.cpp:3:1: note\nfile.c:2:2: error\nmymain.c:1:1: error', 'main.c'), []);
    assert.deepEqual(links('  File "/usr/lib/python3.11/main.py", line 4', 'main.py'), []);
});

test('nothing of the message is lost', () => {
    const text = 'before main.c:1:2: between main.c:3:4: after\n';
    assert.equal(placesIn(text, 'main.c').map((piece) => piece.text).join(''), text);
    assert.deepEqual(placesIn('', 'main.c'), []);
});

test('a long hostile message is read in time', () => {
    const started = performance.now();
    placesIn('/a'.repeat(32_000) + '\n' + 'main.'.repeat(12_000), 'main.c');
    assert.ok(performance.now() - started < 2000);
});
