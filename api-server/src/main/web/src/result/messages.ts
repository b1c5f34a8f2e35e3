/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** A piece of a compiler's or interpreter's message: plain, or a place in the program that the editor can go to. */
export interface Piece {
    text: string;
    line?: number;
    column?: number;
}

function escape(text: string): string {
    return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/**
 * Finds the places that messages name: `main.c:3:5:`, `Main.java:3:`, `File "main.py", line 3`, `(/box/main.js:1:7)`.
 * Only files that end like the program's own count, so that a place inside a library leads nowhere.
 */
export function placesIn(text: string, sourceFile: string): Piece[] {
    const extension = sourceFile.slice(sourceFile.lastIndexOf('.'));
    // Java names the file after the class that was found, so any file of this ending in no system folder is taken.
    const file = extension === '.java' ? '[\\w$]+\\.java' : escape(sourceFile);
    const pattern = new RegExp(
        `File "(?:[^"\\n]*/)?${file}", line (\\d+)|(?<![\\w./-])(?:file://)?(?:[\\w./-]*/)?${file}:(\\d+)(?::(\\d+))?`,
        'g',
    );
    const pieces: Piece[] = [];
    let end = 0;
    for (const match of text.matchAll(pattern)) {
        if (/(?:^|["/])(?:usr|lib)\//.test(match[0])) {
            continue;
        }
        const line = Number(match[1] ?? match[2]);
        if (match.index > end) {
            pieces.push({ text: text.slice(end, match.index) });
        }
        pieces.push({ text: match[0], line, ...(match[3] === undefined ? {} : { column: Number(match[3]) }) });
        end = match.index + match[0].length;
    }
    if (end < text.length) {
        pieces.push({ text: text.slice(end) });
    }
    return pieces;
}
