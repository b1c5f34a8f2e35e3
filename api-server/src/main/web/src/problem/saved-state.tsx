/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { Saved } from '../drafts/draft';
import { serverNow } from '../clock';
import { useTick } from '../ui/hooks';
import { words } from '../words';

/** Where the text is kept right now. */
export function SavedState({ saved }: { saved: Saved }) {
    useTick(5000, saved.state === 'saved');
    return (
        <span class={`saved ${saved.state}`} data-testid="saved">
            {savedText(saved, serverNow())}
        </span>
    );
}

export function savedText(saved: Saved, now: number): string {
    switch (saved.state) {
        case 'loading':
            return words.saved.loading;
        case 'none':
            return words.saved.none;
        case 'typing':
            return words.saved.typing;
        case 'local':
            return words.saved.local;
        case 'nowhere':
            return words.saved.nowhere;
        case 'refused':
            return words.saved.refused(saved.detail);
        case 'conflict':
            return words.saved.conflict;
        case 'saved': {
            const age = Math.max(0, (now - saved.at) / 1000);
            if (age < 10) {
                return words.saved.now;
            }
            return age < 60 ? words.saved.ago(10 * Math.floor(age / 10)) : age < 3600 ? words.saved.minutes(Math.floor(age / 60)) : words.saved.now;
        }
    }
}
