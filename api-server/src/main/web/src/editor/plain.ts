/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { offsetOf } from './change';
import type { EditorHandle } from './handle';

/** A text area as the editor: for screen readers, for small devices, and for who likes it. */
export function createPlain(host: HTMLElement, onEdit: (text: string) => void): EditorHandle {
    const area = document.createElement('textarea');
    area.className = 'plain-editor';
    area.dataset['testid'] = 'plain-editor';
    area.spellcheck = false;
    area.setAttribute('autocapitalize', 'off');
    area.setAttribute('autocomplete', 'off');
    area.addEventListener('input', () => onEdit(area.value));
    host.append(area);
    return {
        load(text, look) {
            area.value = text;
            area.setAttribute('aria-label', look.label);
            area.placeholder = look.placeholder;
        },
        replace(text) {
            const { selectionStart, selectionEnd, scrollTop } = area;
            area.value = text;
            area.setSelectionRange(selectionStart, selectionEnd);
            area.scrollTop = scrollTop;
        },
        goTo(line, column) {
            const at = offsetOf(area.value, line, column);
            area.focus();
            area.setSelectionRange(at, at);
            const height = Number.parseFloat(getComputedStyle(area).lineHeight) || 20;
            area.scrollTop = Math.max(0, (line - 1) * height - area.clientHeight / 2);
        },
        focus: () => area.focus(),
        destroy: () => area.remove(),
    };
}
