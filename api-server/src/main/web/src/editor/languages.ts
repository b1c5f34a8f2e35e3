/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { LanguageSupport } from '@codemirror/language';

/** Kotlin has no grammar of its own for this editor: an older mode, which knows words and strings, colours it. */
async function kotlin(): Promise<LanguageSupport> {
    const [language, modes] = await Promise.all([import('@codemirror/language'), import('@codemirror/legacy-modes/mode/clike')]);
    return new language.LanguageSupport(language.StreamLanguage.define(modes.kotlin));
}

const loaders: Record<string, () => Promise<LanguageSupport>> = {
    python: async () => (await import('@codemirror/lang-python')).python(),
    c: async () => (await import('@codemirror/lang-cpp')).cpp(),
    cpp: async () => (await import('@codemirror/lang-cpp')).cpp(),
    java: async () => (await import('@codemirror/lang-java')).java(),
    javascript: async () => (await import('@codemirror/lang-javascript')).javascript(),
    go: async () => (await import('@codemirror/lang-go')).go(),
    rust: async () => (await import('@codemirror/lang-rust')).rust(),
    kotlin,
};

/** The colours and indentation of a language, loaded when first needed; nothing for one that is not known. */
export async function languageSupport(mode: string): Promise<LanguageSupport | undefined> {
    return loaders[mode]?.();
}
