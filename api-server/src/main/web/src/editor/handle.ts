/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** What the page needs of an editor, be it CodeMirror or a plain text area. */
export interface EditorHandle {
    /** Shows another text from the start: nothing of the earlier one can be undone into it. */
    load(text: string, look: EditorLook): void;
    /** Changes the text in place, undoable, with the cursor where it was as far as possible. */
    replace(text: string): void;
    /** Moves the cursor; line and column count from 1. */
    goTo(line: number, column?: number): void;
    focus(): void;
    destroy(): void;
}

export interface EditorLook {
    /** The API's `editorMode` of the language. */
    mode: string;
    label: string;
    placeholder: string;
}
