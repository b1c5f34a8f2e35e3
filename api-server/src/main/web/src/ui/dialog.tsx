/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A modal dialog: the browser keeps the focus inside and gives it back. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }) {
    const ref = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        const dialog = ref.current;
        dialog?.showModal();
        return () => dialog?.close();
    }, []);
    return (
        <dialog
            ref={ref}
            aria-labelledby="dialog-title"
            onCancel={(event) => {
                event.preventDefault();
                onClose();
            }}
            onClick={(event) => {
                if (event.target === ref.current) {
                    onClose();
                }
            }}
        >
            <div class="dialog-body">
                <h2 id="dialog-title">{title}</h2>
                {children}
            </div>
        </dialog>
    );
}
