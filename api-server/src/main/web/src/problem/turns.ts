/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { ConversationLine, Speaker } from '../api/types';

/** What one side says until the other one speaks. */
export interface Turn {
    from: Speaker;
    text: string;
}

export function turns(lines: ConversationLine[]): Turn[] {
    const all: Turn[] = [];
    for (const { from, text } of lines) {
        const last = all.at(-1);
        if (last?.from === from) {
            last.text += '\n' + text;
        } else {
            all.push({ from, text });
        }
    }
    return all;
}
