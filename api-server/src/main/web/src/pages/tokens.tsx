/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useRef, useState } from 'preact/hooks';
import { announce } from '../announce';
import { listTokens, makeToken, revokeToken } from '../api/calls';
import { newKey } from '../api/http';
import { Refused } from '../api/problem';
import type { NewToken, Token } from '../api/types';
import { serverNow } from '../clock';
import type { Place } from '../router';
import { CopyButton } from '../ui/copy-button';
import { Dialog } from '../ui/dialog';
import { useTitle } from '../ui/hooks';
import { LoadedView } from '../ui/loaded';
import { type Column, Table } from '../ui/table';
import { Time } from '../ui/time';
import { useLoad } from '../ui/use-load';
import { words } from '../words';

const DAY_MS = 86_400_000;

function problemText(error: unknown): string {
    return error instanceof Refused ? words.failure.other(error.detail) : words.signIn.offline;
}

export function TokensPage({ place }: { place: Place }) {
    useTitle(words.title(words.tokens.title));
    const [made, setMade] = useState<NewToken | undefined>();
    const [revoking, setRevoking] = useState<Token | undefined>();
    const [version, setVersion] = useState(0);
    const [tokens] = useLoad(listTokens, [version]);
    const columns: Column<Token>[] = [
        { id: 'name', label: words.tokens.name, key: (token) => token.name, cell: (token) => token.name },
        { id: 'created', label: words.tokens.created, key: (token) => token.createdAt, cell: (token) => <Time iso={token.createdAt} />, extra: true },
        {
            id: 'used',
            label: words.tokens.used,
            key: (token) => token.lastUsedAt,
            cell: (token) => (token.lastUsedAt === null ? <span class="muted">{words.tokens.never}</span> : <Time iso={token.lastUsedAt} />),
        },
        {
            id: 'until',
            label: words.tokens.until,
            key: (token) => token.expiresAt,
            cell: (token) => (token.expiresAt === null ? <span class="muted">{words.tokens.noEnd}</span> : <Time iso={token.expiresAt} />),
            extra: true,
        },
        {
            id: 'revoke',
            label: words.tokens.revoke,
            unseen: true,
            number: true,
            cell: (token) => (
                <button type="button" class="small" aria-label={words.tokens.revokeLabel(token.name)} onClick={() => setRevoking(token)}>
                    {words.tokens.revoke}
                </button>
            ),
        },
    ];
    return (
        <div class="page">
            <div class="page-head">
                <h1>{words.tokens.title}</h1>
            </div>
            <p class="lead">{words.tokens.help}</p>
            {made === undefined ? (
                <MakeToken
                    onMade={(token) => {
                        setMade(token);
                        setVersion(version + 1);
                    }}
                />
            ) : (
                <section class="card made">
                    <h2>{words.tokens.made(made.name)}</h2>
                    <p>{words.tokens.once}</p>
                    <p class="secret">
                        <code data-testid="token-secret">{made.secret}</code>
                        <CopyButton text={made.secret} label={words.copy} />
                    </p>
                    <button type="button" onClick={() => setMade(undefined)}>
                        {words.tokens.done}
                    </button>
                </section>
            )}
            <LoadedView of={tokens}>
                {(all) =>
                    all.length === 0 ? (
                        <p class="empty">{words.tokens.empty}</p>
                    ) : (
                        <Table label={words.tokens.title} columns={columns} items={all} id={(token) => token.id} query={place.query} testId="token-list" />
                    )
                }
            </LoadedView>
            {revoking !== undefined && (
                <RevokeDialog
                    token={revoking}
                    onClose={(done) => {
                        setRevoking(undefined);
                        if (done) {
                            setVersion(version + 1);
                        }
                    }}
                />
            )}
        </div>
    );
}

function MakeToken({ onMade }: { onMade: (token: NewToken) => void }) {
    const name = useRef<HTMLInputElement>(null);
    const days = useRef<HTMLSelectElement>(null);
    const [busy, setBusy] = useState(false);
    const [message, setMessage] = useState('');
    const send = async (event: Event) => {
        event.preventDefault();
        const text = name.current?.value.trim() ?? '';
        if (busy) {
            return;
        }
        if (text === '') {
            setMessage(words.tokens.needName);
            announce(words.tokens.needName);
            name.current?.focus();
            return;
        }
        const length = Number(days.current?.value ?? 0);
        const expiresAt = length === 0 ? null : new Date(serverNow() + length * DAY_MS).toISOString();
        setBusy(true);
        setMessage('');
        try {
            const token = await makeToken(text, expiresAt, newKey());
            announce(words.tokens.made(token.name) + '. ' + words.tokens.once);
            onMade(token);
        } catch (error) {
            setMessage(problemText(error));
            announce(problemText(error));
        } finally {
            setBusy(false);
        }
    };
    return (
        <form class="card row-form" onSubmit={(event) => void send(event)}>
            <p class="field grow">
                <label for="token-name">{words.tokens.name}</label>
                <input id="token-name" ref={name} autocomplete="off" maxLength={100} aria-describedby="token-help" />
            </p>
            <p class="field">
                <label for="token-days">{words.tokens.expires}</label>
                <select id="token-days" ref={days}>
                    <option value="30">{words.tokens.days(30)}</option>
                    <option value="90" selected>
                        {words.tokens.days(90)}
                    </option>
                    <option value="365">{words.tokens.year}</option>
                    <option value="0">{words.tokens.forever}</option>
                </select>
            </p>
            <button type="submit" class="primary">
                {busy ? words.tokens.making : words.tokens.make}
            </button>
            <p class="form-message full" id="token-help">
                {message === '' ? <span class="muted">{words.tokens.nameHelp}</span> : message}
            </p>
        </form>
    );
}

function RevokeDialog({ token, onClose }: { token: Token; onClose: (done: boolean) => void }) {
    const [message, setMessage] = useState('');
    const revoke = async () => {
        try {
            await revokeToken(token.id);
            announce(words.tokens.revoked(token.name));
            onClose(true);
        } catch (error) {
            if (error instanceof Refused && error.status === 404) {
                onClose(true);
            } else {
                setMessage(problemText(error));
            }
        }
    };
    return (
        <Dialog title={words.tokens.revokeTitle(token.name)} onClose={() => onClose(false)}>
            <p>{words.tokens.revokeText}</p>
            <p class="form-message">{message}</p>
            <div class="dialog-actions">
                <button type="button" onClick={() => onClose(false)}>
                    {words.cancel}
                </button>
                <button type="button" class="danger" onClick={() => void revoke()}>
                    {words.tokens.revoke}
                </button>
            </div>
        </Dialog>
    );
}
