/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { build } from 'esbuild';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from './bundle.mjs';

const outdir = mkdtempSync(join(tmpdir(), 'gretlab-page-tests-'));
try {
    const tests = readdirSync(join(root, 'tests')).filter((name) => name.endsWith('.test.ts'));
    await build({
        absWorkingDir: root,
        entryPoints: tests.map((name) => join('tests', name)),
        outdir,
        outExtension: { '.js': '.mjs' },
        bundle: true,
        platform: 'node',
        format: 'esm',
        target: 'node20',
        jsx: 'automatic',
        jsxImportSource: 'preact',
        logLevel: 'warning',
    });
    const files = readdirSync(outdir).map((name) => join(outdir, name));
    process.exitCode = spawnSync(process.execPath, ['--test', ...files], { stdio: 'inherit' }).status ?? 1;
} finally {
    rmSync(outdir, { recursive: true, force: true });
}
