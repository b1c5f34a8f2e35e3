/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle, root } from './bundle.mjs';

const { values } = parseArgs({ options: { outdir: { type: 'string', default: 'build' } } });
const outdir = resolve(process.cwd(), values.outdir);
const assets = join(outdir, 'assets');

// Names carry a hash of their content: what an earlier build left would be served for ever.
rmSync(assets, { recursive: true, force: true });
mkdirSync(assets, { recursive: true });
const { metafile } = await bundle(assets, true);

const named = {};
for (const [file, output] of Object.entries(metafile.outputs)) {
    if (output.entryPoint) {
        named[output.entryPoint] = '/assets/' + basename(file);
    }
}
// A copied file is no entry point to esbuild: it is found by its only input.
for (const [file, output] of Object.entries(metafile.outputs)) {
    if (Object.keys(output.inputs).join() === 'src/icon.svg') {
        named['src/icon.svg'] = '/assets/' + basename(file);
    }
}
const html = readFileSync(join(root, 'src/index.html'), 'utf8').replace(/%(src\/[^%]+)%/g, (_, source) => {
    if (!named[source]) {
        throw new Error('the page names ' + source + ', which the bundle does not hold');
    }
    return named[source];
});
writeFileSync(join(outdir, 'index.html'), html);
