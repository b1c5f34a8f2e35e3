/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { EditorHandle } from '../editor/handle';
import { createPlain } from '../editor/plain';
import { words } from '../words';

/**
 * Holds the editor of the student's choice. CodeMirror comes as a file of its own; should it not come, a text area takes
 * its place.
 */
export function EditorPane(props: { plain: boolean; onEdit: (text: string) => void; onReady: (handle: EditorHandle | undefined) => void }) {
    const host = useRef<HTMLDivElement>(null);
    const [loading, setLoading] = useState(!props.plain);
    const callbacks = useRef(props);
    callbacks.current = props;
    useEffect(() => {
        let over = false;
        let handle: EditorHandle | undefined;
        const onEdit = (text: string) => callbacks.current.onEdit(text);
        const start = (create: typeof createPlain) => {
            if (!over && host.current !== null) {
                handle = create(host.current, onEdit);
                setLoading(false);
                callbacks.current.onReady(handle);
            }
        };
        if (props.plain) {
            start(createPlain);
        } else {
            setLoading(true);
            import('../editor/code-mirror').then(
                (module) => start(module.createCodeMirror),
                () => start(createPlain),
            );
        }
        return () => {
            over = true;
            callbacks.current.onReady(undefined);
            handle?.destroy();
        };
    }, [props.plain]);
    return (
        <div class="editor-host" ref={host} data-testid="editor" data-ready={!loading}>
            {loading && <p class="notice late">{words.editor.loading}</p>}
        </div>
    );
}
