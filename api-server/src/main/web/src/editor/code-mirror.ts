/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, indentOnInput, indentUnit } from '@codemirror/language';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Annotation, Compartment, EditorState } from '@codemirror/state';
import {
    drawSelection,
    EditorView,
    highlightActiveLine,
    highlightActiveLineGutter,
    keymap,
    lineNumbers,
    placeholder,
} from '@codemirror/view';
import { offsetOf, smallestChange } from './change';
import type { EditorHandle, EditorLook } from './handle';
import { languageSupport } from './languages';
import { look } from './look';

/** Marks changes that do not come from the keyboard. */
const fromOutside = Annotation.define<boolean>();

/**
 * A browser that types over coloured text tries to carry the colour on in a style attribute, which the strict `style-src`
 * forbids and reports. So typing over a selection is done here and not by the browser.
 */
const replaceSelectionOurselves = EditorView.domEventHandlers({
    beforeinput(event, view) {
        const { from, to, empty } = view.state.selection.main;
        if (event.inputType !== 'insertText' || event.isComposing || event.data === null || empty || view.state.readOnly) {
            return false;
        }
        const text = event.data;
        const insert = () => view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true });
        if (!view.state.facet(EditorView.inputHandler).some((handler) => handler(view, from, to, text, insert))) {
            view.dispatch(insert());
        }
        return true;
    },
});

/**
 * CodeMirror inside a shadow root: there it adopts style sheets, which the page's strict `style-src` allows, instead of
 * writing a style element, which it does not.
 */
export function createCodeMirror(host: HTMLElement, onEdit: (text: string) => void): EditorHandle {
    const box = document.createElement('div');
    box.className = 'editor-box';
    const root = box.attachShadow({ mode: 'open', delegatesFocus: true });
    host.append(box);
    const language = new Compartment();
    let loads = 0;

    function state(text: string, wanted: EditorLook): EditorState {
        return EditorState.create({
            doc: text,
            extensions: [
                lineNumbers(),
                history(),
                drawSelection(),
                indentOnInput(),
                bracketMatching(),
                closeBrackets(),
                highlightActiveLine(),
                highlightActiveLineGutter(),
                highlightSelectionMatches(),
                indentUnit.of('    '),
                EditorState.tabSize.of(4),
                placeholder(wanted.placeholder),
                keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, indentWithTab]),
                EditorView.contentAttributes.of({ 'aria-label': wanted.label, autocapitalize: 'off', autocorrect: 'off' }),
                EditorView.updateListener.of((update) => {
                    if (update.docChanged && !update.transactions.some((each) => each.annotation(fromOutside))) {
                        onEdit(update.state.doc.toString());
                    }
                }),
                language.of([]),
                replaceSelectionOurselves,
                look,
            ],
        });
    }

    const view = new EditorView({ parent: root, root });

    return {
        load(text, wanted) {
            const load = ++loads;
            view.setState(state(text, wanted));
            void languageSupport(wanted.mode).then(
                (support) => {
                    if (load === loads && support !== undefined) {
                        view.dispatch({ effects: language.reconfigure(support) });
                    }
                },
                () => {
                    // Without colours one can still write.
                },
            );
        },
        replace(text) {
            const before = view.state.doc.toString();
            if (before !== text) {
                view.dispatch({ changes: smallestChange(before, text), annotations: fromOutside.of(true) });
            }
        },
        goTo(line, column) {
            const at = offsetOf(view.state.doc.toString(), line, column);
            view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
            view.focus();
        },
        focus: () => view.focus(),
        destroy() {
            view.destroy();
            box.remove();
        },
    };
}
