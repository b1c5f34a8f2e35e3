/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { words } from '../words';
import { Dialog } from './dialog';

export function KeysDialog({ onClose }: { onClose: () => void }) {
    return (
        <Dialog title={words.keys.title} onClose={onClose}>
            <dl class="keys">
                {words.keys.list.map(([keys, text]) => (
                    <div key={text}>
                        <dt>
                            {keys.map((key) => (
                                <kbd key={key}>{key}</kbd>
                            ))}
                        </dt>
                        <dd>{text}</dd>
                    </div>
                ))}
            </dl>
            <div class="dialog-actions">
                <button type="button" onClick={onClose}>
                    {words.close}
                </button>
            </div>
        </Dialog>
    );
}
