/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/**
 * What this browser keeps. A full or forbidden storage must never stop someone from working, so failures are told by the
 * answer and not thrown.
 */
export function remember(key: string, value: unknown): boolean {
    try {
        localStorage.setItem('gretlab:' + key, JSON.stringify(value));
        return true;
    } catch {
        return false;
    }
}

export function recall<T>(key: string): T | undefined {
    try {
        const text = localStorage.getItem('gretlab:' + key);
        return text === null ? undefined : (JSON.parse(text) as T);
    } catch {
        return undefined;
    }
}

export function forget(key: string): void {
    try {
        localStorage.removeItem('gretlab:' + key);
    } catch {
        // Nothing is kept then, so nothing is left.
    }
}
