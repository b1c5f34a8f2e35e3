/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../announce';
import { voidRunner } from '../api/calls';
import { newKey } from '../api/http';
import { Refused } from '../api/problem';
import type { Runner } from '../api/types';
import { Dialog } from '../ui/dialog';
import { Time } from '../ui/time';
import { words } from '../words';

/** Asks before every verdict of a runner is lost, and says what came of it. */
export function WithdrawDialog({ runner, onClose }: { runner: Runner; onClose: () => void }) {
    const close = useRef<HTMLButtonElement>(null);
    const reason = useRef<HTMLInputElement>(null);
    // One key for the same words, so that a lost answer costs nothing; other words are another request.
    const key = useRef({ key: newKey(), reason: '' });
    const [busy, setBusy] = useState(false);
    const [message, setMessage] = useState('');
    const [outcome, setOutcome] = useState('');
    const say = (text: string) => {
        setMessage(text);
        announce(text);
    };
    const send = async (event: Event) => {
        event.preventDefault();
        const text = reason.current?.value.trim() ?? '';
        if (busy) {
            return;
        }
        if (text === '') {
            say(words.runners.needReason);
            reason.current?.focus();
            return;
        }
        if (key.current.reason !== text) {
            key.current = { key: newKey(), reason: text };
        }
        setBusy(true);
        setMessage('');
        try {
            const { voided, retried } = await voidRunner(runner.id, text, key.current.key);
            const done = words.runners.withdrawn(voided, retried);
            announce(done);
            setOutcome(done);
        } catch (error) {
            say(error instanceof Refused ? words.failure.other(error.detail) : words.again.failed);
        } finally {
            setBusy(false);
        }
    };
    useLayoutEffect(() => {
        if (outcome !== '') {
            close.current?.focus();
        }
    }, [outcome]);
    return (
        <Dialog title={outcome === '' ? words.runners.withdrawTitle(runner.name) : words.runners.withdrawnTitle(runner.name)} onClose={onClose}>
            {outcome === '' ? (
                <form class="dialog-form" onSubmit={(event) => void send(event)}>
                    <p class="muted">
                        {words.runners.startedAt} <Time iso={runner.startedAt} />
                    </p>
                    <p>{words.runners.withdrawText}</p>
                    {runner.state === 'ready' && <p>{words.runners.withdrawReady}</p>}
                    <p class="field">
                        <label for="withdraw-reason">{words.runners.withdrawReason}</label>
                        <input id="withdraw-reason" ref={reason} autocomplete="off" maxLength={500} aria-describedby="withdraw-help" />
                        <span id="withdraw-help" class="note muted">
                            {words.runners.withdrawReasonHelp}
                        </span>
                    </p>
                    <p class="form-message">{message}</p>
                    <div class="dialog-actions">
                        <button type="button" onClick={onClose}>
                            {words.cancel}
                        </button>
                        <button type="submit" class="danger" aria-disabled={busy}>
                            {busy ? words.runners.withdrawing : words.runners.withdrawButton}
                        </button>
                    </div>
                </form>
            ) : (
                <>
                    <p data-testid="withdrawn">{outcome}</p>
                    <div class="dialog-actions">
                        <button type="button" ref={close} onClick={onClose}>
                            {words.close}
                        </button>
                    </div>
                </>
            )}
        </Dialog>
    );
}
