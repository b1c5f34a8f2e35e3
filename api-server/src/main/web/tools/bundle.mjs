/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';

export const root = resolve(fileURLToPath(import.meta.url), '../..');

/** Bundles the page; the answer has every output with its bytes, and the metafile that names imports. */
export function bundle(outdir, write) {
    return build({
        absWorkingDir: root,
        entryPoints: { main: 'src/main.tsx', style: 'src/styles/style.css', icon: 'src/icon.svg' },
        outdir,
        write,
        bundle: true,
        splitting: true,
        format: 'esm',
        target: ['es2022'],
        minify: true,
        metafile: true,
        legalComments: 'none',
        jsx: 'automatic',
        jsxImportSource: 'preact',
        loader: { '.svg': 'copy' },
        entryNames: '[name]-[hash]',
        chunkNames: '[name]-[hash]',
        assetNames: '[name]-[hash]',
        logLevel: 'warning',
    });
}
