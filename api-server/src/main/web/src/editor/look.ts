/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours come from the page's variables, which reach into the shadow root: both themes are one style. */
const frame = EditorView.theme({
    '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--surface)', fontSize: 'var(--code-size)' },
    // The host draws the ring: inside, the line numbers would cover a part of it.
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
    '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
    '.cm-line': { padding: '0 12px 0 8px' },
    '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--quiet)', border: 'none', paddingLeft: '8px' },
    '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--text)' },
    '.cm-activeLine': { backgroundColor: 'var(--line)' },
    '.cm-cursor': { borderLeftColor: 'var(--text)', borderLeftWidth: '2px' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
        background: 'var(--selection)',
    },
    '&.cm-focused .cm-matchingBracket': { backgroundColor: 'var(--selection)', color: 'inherit' },
    '.cm-selectionMatch': { backgroundColor: 'var(--selection)' },
    '.cm-placeholder': { color: 'var(--quiet)' },
    '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--text)' },
    '.cm-panels.cm-panels-bottom': { borderTop: '1px solid var(--edge)' },
    '.cm-panel.cm-search': { fontFamily: 'var(--sans)', padding: '8px' },
    '.cm-textfield, .cm-button': {
        backgroundColor: 'var(--surface)',
        backgroundImage: 'none',
        color: 'var(--text)',
        border: '1px solid var(--edge-strong)',
        borderRadius: '4px',
    },
});

const colours = HighlightStyle.define([
    { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.controlKeyword], color: 'var(--code-keyword)' },
    { tag: [tags.string, tags.special(tags.string), tags.character], color: 'var(--code-string)' },
    { tag: [tags.number, tags.bool, tags.null, tags.atom], color: 'var(--code-number)' },
    { tag: [tags.comment, tags.meta], color: 'var(--code-comment)' },
    { tag: [tags.typeName, tags.className, tags.standard(tags.variableName)], color: 'var(--code-type)' },
    { tag: [tags.function(tags.variableName), tags.function(tags.definition(tags.variableName))], color: 'var(--code-function)' },
]);

export const look = [frame, syntaxHighlighting(colours)];
