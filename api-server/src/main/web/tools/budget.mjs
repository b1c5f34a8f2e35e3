/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { gzipSync } from 'node:zlib';
import { basename, resolve } from 'node:path';
import { bundle, root } from './bundle.mjs';

/** Kilobytes of compressed script that a page may load before it can be used. */
const PAGE_KB = 60;
const EDITOR_PAGE_KB = 260;

const { metafile, outputFiles } = await bundle('build/assets', false);
const bytes = new Map(outputFiles.map((file) => [file.path, gzipSync(file.contents, { level: 6 }).length]));
const size = (output) => bytes.get(resolve(root, output));
const byEntry = new Map(
    Object.entries(metafile.outputs)
        .filter(([, output]) => output.entryPoint)
        .map(([file, output]) => [output.entryPoint, file]),
);

/** The files that come with these: what they import at once, not what they load later. */
function closure(entries) {
    const found = new Set();
    const visit = (file) => {
        if (found.has(file)) {
            return;
        }
        found.add(file);
        metafile.outputs[file].imports.filter((each) => each.kind === 'import-statement').forEach((each) => visit(each.path));
    };
    entries.forEach((entry) => {
        if (!byEntry.has(entry)) {
            throw new Error(entry + ' is not loaded on its own any more: put the new name into the budget');
        }
        visit(byEntry.get(entry));
    });
    return found;
}

const languages = [...byEntry.keys()].filter((entry) => entry.includes('@codemirror/lang-'));
if (languages.length < 4) {
    throw new Error('languages are not loaded one by one: ' + languages.join(', '));
}
const pages = [...byEntry.keys()].filter((entry) => entry.startsWith('src/pages/'));
const checks = [
    ...pages.map((page) => ({ name: page, entries: ['src/main.tsx', page], limit: PAGE_KB })),
    ...languages.map((language) => ({
        name: 'editor with ' + basename(resolve(language, '../..')),
        entries: ['src/main.tsx', 'src/pages/problem.tsx', 'src/editor/code-mirror.ts', language],
        limit: EDITOR_PAGE_KB,
    })),
];
let failed = false;
for (const { name, entries, limit } of checks) {
    const total = [...closure(entries)].reduce((sum, file) => sum + size(file), 0) / 1024;
    const over = total > limit;
    failed ||= over;
    console.log((over ? 'OVER  ' : 'ok    ') + name.padEnd(34) + total.toFixed(1).padStart(7) + ' KB of ' + limit);
}
process.exitCode = failed ? 1 : 0;
