/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useRef, useState } from 'preact/hooks';
import { announce } from '../announce';
import { retryJob } from '../api/calls';
import { newKey } from '../api/http';
import { Refused } from '../api/problem';
import type { Accepted, Kind } from '../api/types';
import { words } from '../words';

/** One click has a job of ours that failed judged again, as a new job. */
export function JudgeAgain(props: {
    kind: Kind;
    id: string;
    label: string;
    /** `focused` when the button had the focus, which has to go somewhere. */
    onTaken: (accepted: Accepted, focused: boolean) => void;
    /** The verdict stands: somebody else was first, or it is no fault of ours. */
    onStands: () => void;
}) {
    const [sending, setSending] = useState(false);
    const [message, setMessage] = useState('');
    // Of this button, so that pressing it again after a lost answer does not judge twice.
    const key = useRef(newKey());
    const button = useRef<HTMLButtonElement>(null);
    const press = async () => {
        if (sending) {
            return;
        }
        setSending(true);
        setMessage('');
        try {
            const accepted = await retryJob(props.kind, props.id, key.current);
            announce(words.again.taken);
            props.onTaken(accepted, document.activeElement === button.current);
        } catch (error) {
            const text = error instanceof Refused ? words.failure.other(error.detail) : words.again.failed;
            setMessage(text);
            announce(text);
            if (error instanceof Refused && error.status === 409) {
                props.onStands();
            }
        } finally {
            setSending(false);
        }
    };
    return (
        <span class="judge-again">
            <button
                type="button"
                class="small"
                ref={button}
                data-testid="judge-again"
                aria-label={props.label}
                aria-disabled={sending}
                onClick={() => void press()}
            >
                {sending ? words.again.sending : words.again.button}
            </button>
            {message !== '' && <span class="form-message">{message}</span>}
        </span>
    );
}
