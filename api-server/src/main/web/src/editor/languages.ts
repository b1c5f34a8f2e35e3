/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { LanguageSupport } from '@codemirror/language';

const loaders: Record<string, () => Promise<LanguageSupport>> = {
    python: async () => (await import('@codemirror/lang-python')).python(),
    c: async () => (await import('@codemirror/lang-cpp')).cpp(),
    cpp: async () => (await import('@codemirror/lang-cpp')).cpp(),
    java: async () => (await import('@codemirror/lang-java')).java(),
    javascript: async () => (await import('@codemirror/lang-javascript')).javascript(),
};

/** The colours and indentation of a language, loaded when first needed; nothing for one that is not known. */
export async function languageSupport(mode: string): Promise<LanguageSupport | undefined> {
    return loaders[mode]?.();
}
