/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** A modal dialog: the browser keeps the focus inside, and where it was before it is again afterwards. */
export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ComponentChildren }) {
    const ref = useRef<HTMLDialogElement>(null);
    useEffect(() => {
        const before = document.activeElement;
        ref.current?.showModal();
        return () => {
            // The dialog is out of the document by now, so the browser no longer gives the focus back by itself.
            if (before instanceof HTMLElement && before.isConnected) {
                before.focus();
            }
        };
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
