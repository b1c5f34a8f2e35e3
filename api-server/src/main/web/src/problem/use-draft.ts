/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Language } from '../api/types';
import { Draft, type Saved } from '../drafts/draft';
import type { EditorHandle } from '../editor/handle';
import { words } from '../words';

/** Joins the editor and the draft of the chosen language, whichever of them is there first. */
export function useDraft(user: string, slug: string, language: Language) {
    const all = useRef(new Map<string, Draft>());
    const draft = useRef<Draft | undefined>(undefined);
    const editor = useRef<EditorHandle | undefined>(undefined);
    const [saved, setSaved] = useState<Saved>({ state: 'loading' });
    // Whether there is text decides what the page says, so it is drawn again when that or the text's equality changes.
    const [, redraw] = useState(0);

    const show = () => {
        if (draft.current !== undefined) {
            editor.current?.load(draft.current.text, {
                mode: language.editorMode,
                label: `${words.editor.label(language.name)}. ${words.editor.leave}`,
                placeholder: words.editor.placeholder,
            });
        }
    };

    useEffect(() => {
        // A draft lives as long as the page: its text may still be on its way when another language is chosen.
        const mine = all.current.get(language.id) ?? new Draft(user, slug, language.id);
        all.current.set(language.id, mine);
        draft.current = mine;
        setSaved(mine.saved.get());
        const stop = mine.saved.subscribe(setSaved);
        mine.onText = (text) => {
            editor.current?.replace(text);
            redraw((count) => count + 1);
        };
        show();
        void mine.open();
        return () => {
            stop();
            mine.onText = () => {};
        };
    }, [user, slug, language.id]);

    useEffect(() => () => all.current.forEach((each) => each.close()), []);

    return {
        saved,
        text: () => draft.current?.text ?? '',
        /** Whether the server's version is known, or known to be out of reach. */
        isOpen: () => draft.current !== undefined && draft.current.saved.get().state !== 'loading',
        edit(text: string) {
            draft.current?.edit(text);
            redraw((count) => count + 1);
        },
        /** Puts another text into the editor as if it had been typed. */
        put(text: string) {
            editor.current?.replace(text);
            draft.current?.edit(text);
            redraw((count) => count + 1);
        },
        ready(handle: EditorHandle | undefined) {
            editor.current = handle;
            show();
        },
        goTo: (line: number, column?: number) => editor.current?.goTo(line, column),
        keepMine: () => draft.current?.keepMine(),
        takeTheirs: () => draft.current?.takeTheirs(),
    };
}
