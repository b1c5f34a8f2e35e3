/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { Conversation } from '../api/types';
import { words } from '../words';
import { turns } from './turns';

/** Who says what in an interactive problem: the judge on the left, the program on the right. */
export function ConversationView({ conversation }: { conversation: Conversation }) {
    const title = words.problem.conversation(conversation.number);
    return (
        <section class="sample" data-testid="conversation">
            <h3>{title}</h3>
            <div class="conversation" tabIndex={0} role="group" aria-label={title}>
                <ol>
                    {turns(conversation.lines).map(({ from, text }, place) => (
                        <li key={place} class={from}>
                            <span class="speaker">{words.problem.speakers[from]}</span>
                            {text === '' ? <span class="muted">{words.problem.emptyText}</span> : <pre>{text}</pre>}
                        </li>
                    ))}
                </ol>
            </div>
        </section>
    );
}
