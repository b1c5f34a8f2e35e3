/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { Saved } from '../drafts/draft';
import { serverNow } from '../clock';
import { when } from '../format';
import { CodeView } from '../ui/code-view';
import { words } from '../words';

type Conflict = Extract<Saved, { state: 'conflict' }>;

/** Says that there are two versions. The one of this place stays in the editor below, where it can still be written. */
export function ConflictNote({ onMine, onTheirs }: { onMine: () => void; onTheirs: () => void }) {
    return (
        <section class="two-versions" aria-labelledby="conflict-title" data-testid="conflict">
            <div>
                <h2 id="conflict-title">{words.conflict.title}</h2>
                <p>{words.conflict.text}</p>
            </div>
            <span class="actions">
                <button type="button" onClick={onMine}>
                    {words.conflict.keepMine}
                </button>
                <button type="button" onClick={onTheirs}>
                    {words.conflict.takeTheirs}
                </button>
            </span>
        </section>
    );
}

/** The version of the other place, beside the editor. */
export function OtherVersion({ saved }: { saved: Conflict }) {
    const title = words.conflict.theirs(when(saved.theirsAt, serverNow()));
    return (
        <section class="other-version" data-testid="other-version">
            <h3>{title}</h3>
            <CodeView source={saved.theirs} label={title} />
        </section>
    );
}
