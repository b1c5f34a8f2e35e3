/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { readDraft, writeDraft } from '../api/calls';
import { newKey } from '../api/http';
import { Refused, Unreachable } from '../api/problem';
import { serverNow } from '../clock';
import { whenOnline } from '../connection';
import { retryDelay } from '../live/pace';
import { recall, remember } from '../memory';
import { createStore, type Store } from '../store';
import { extend, isForebear } from './lineage';

export type Saved =
    | { state: 'loading' }
    | { state: 'none' }
    | { state: 'typing' }
    | { state: 'saved'; at: number }
    | { state: 'local' }
    | { state: 'nowhere' }
    | { state: 'refused'; detail: string }
    | { state: 'conflict'; theirs: string; theirsAt: string; theirsEtag: string | null };

/** What this browser holds of one draft. `etag` is the server's version that the text grew from. */
interface Kept {
    source: string;
    etag: string | null;
    dirty: boolean;
    /** Fingerprints of what this text grew from. */
    line?: string[];
}

/** Kept short enough that the server has the text within two seconds, long enough not to send each key. */
const PAUSE_MS = 800;
const LONGEST_MS = 1600;

/**
 * The text of one problem in one language, as typed: in this browser at once, on the server within two seconds. A version
 * from another place is never overwritten unseen.
 */
export class Draft {
    readonly saved: Store<Saved> = createStore<Saved>({ state: 'loading' });
    /** Calls back when the text changes from outside: loaded, taken from another tab, or chosen. */
    onText: (text: string) => void = () => {};
    private kept: Kept = { source: '', etag: null, dirty: false };
    private opened = false;
    private closed = false;
    private timer: number | undefined;
    private firstChange = 0;
    private sending = false;
    private unanswered: { source: string; key: string } | undefined;
    private readonly memory: string;

    constructor(
        user: string,
        private readonly problem: string,
        private readonly language: string,
    ) {
        this.memory = `draft:${user}:${problem}:${language}`;
        this.kept = recall<Kept>(this.memory) ?? this.kept;
        window.addEventListener('storage', this.onStorage);
        document.addEventListener('visibilitychange', this.onHide);
    }

    /** The text this browser has; the server's may follow by `onText`. */
    get text(): string {
        return this.kept.source;
    }

    close(): void {
        this.closed = true;
        window.removeEventListener('storage', this.onStorage);
        document.removeEventListener('visibilitychange', this.onHide);
        window.clearTimeout(this.timer);
        if (this.kept.dirty && this.saved.get().state !== 'conflict') {
            void this.send();
        }
    }

    /** Asks for the server's version; again when the draft comes back into view. */
    async open(): Promise<void> {
        if (this.opened && (this.kept.dirty || this.sending)) {
            return;
        }
        for (;;) {
            try {
                const answer = await readDraft(this.problem, this.language);
                this.merge(answer.body.source, answer.body.updatedAt, answer.etag);
                break;
            } catch (error) {
                if (error instanceof Refused && error.status === 404) {
                    this.kept.etag = null;
                    this.saved.set(this.kept.dirty ? { state: 'typing' } : { state: 'none' });
                    break;
                }
                if (this.closed) {
                    return;
                }
                this.saved.set({ state: 'local' });
                await this.laterThan(error);
            }
        }
        this.opened = true;
        if (this.kept.dirty && this.saved.get().state !== 'conflict') {
            this.schedule();
        }
    }

    /** The student typed. */
    edit(source: string): void {
        if (source === this.kept.source) {
            return;
        }
        this.kept = { ...this.kept, source, dirty: true };
        const held = this.store();
        const state = this.saved.get().state;
        if (state === 'conflict') {
            return;
        }
        this.saved.set(held ? { state: this.opened && state !== 'local' ? 'typing' : 'local' } : { state: 'nowhere' });
        if (this.opened) {
            this.schedule();
        }
    }

    /** Ends a conflict with the text of this place. */
    keepMine(): void {
        const now = this.saved.get();
        if (now.state === 'conflict') {
            this.kept = { ...this.kept, etag: now.theirsEtag, dirty: true };
            this.store();
            this.saved.set({ state: 'typing' });
            this.schedule(0);
        }
    }

    /** Ends a conflict with the text of the other place. */
    takeTheirs(): void {
        const now = this.saved.get();
        if (now.state === 'conflict') {
            this.adopt(now.theirs, now.theirsEtag);
            this.saved.set({ state: 'saved', at: serverNow() });
        }
    }

    private merge(theirs: string, theirsAt: string, etag: string | null): void {
        if (!this.kept.dirty || this.kept.source === theirs) {
            this.adopt(theirs, etag);
            this.saved.set({ state: 'saved', at: Date.parse(theirsAt) || serverNow() });
        } else if ((this.kept.etag !== null && this.kept.etag === etag) || isForebear(this.kept.line ?? [], theirs)) {
            this.kept = { ...this.kept, etag };
            this.saved.set({ state: 'typing' });
        } else {
            this.saved.set({ state: 'conflict', theirs, theirsAt, theirsEtag: etag });
        }
    }

    private adopt(source: string, etag: string | null): void {
        const changed = source !== this.kept.source;
        this.kept = { source, etag, dirty: false, line: extend(this.kept.line ?? [], source) };
        this.store();
        if (changed) {
            this.onText(source);
        }
    }

    private store(): boolean {
        return remember(this.memory, this.kept);
    }

    private schedule(pause = PAUSE_MS): void {
        const now = performance.now();
        if (this.timer === undefined) {
            this.firstChange = now;
        }
        window.clearTimeout(this.timer);
        const wait = Math.max(0, Math.min(pause, this.firstChange + LONGEST_MS - now));
        this.timer = window.setTimeout(() => {
            this.timer = undefined;
            void this.send();
        }, wait);
    }

    private async send(): Promise<void> {
        if (this.sending || !this.kept.dirty) {
            return;
        }
        this.sending = true;
        const { source, etag } = this.kept;
        this.kept = { ...this.kept, line: extend(this.kept.line ?? [], source) };
        this.store();
        // The same key only for the same text that got no answer.
        const key = this.unanswered?.source === source ? this.unanswered.key : newKey();
        this.unanswered = { source, key };
        try {
            const answer = await writeDraft(this.problem, this.language, source, etag, key);
            this.unanswered = undefined;
            this.kept = { ...this.kept, etag: answer.etag, dirty: this.kept.source !== source };
            // After closing, a newer object may have written a newer text there.
            if (!this.closed || recall<Kept>(this.memory)?.source === source) {
                this.store();
            }
            this.saved.set(this.kept.dirty ? { state: 'typing' } : { state: 'saved', at: serverNow() });
        } catch (error) {
            await this.afterFailure(error);
        } finally {
            this.sending = false;
        }
        if (this.kept.dirty && !this.closed && this.mayGoOn()) {
            this.schedule();
        }
    }

    private mayGoOn(): boolean {
        const state = this.saved.get().state;
        return state !== 'conflict' && state !== 'refused';
    }

    private async afterFailure(error: unknown): Promise<void> {
        if (error instanceof Refused && error.status !== 503 && error.status !== 429) {
            this.unanswered = undefined;
            if (error.status === 409 || error.status === 412) {
                await this.afterConflict(error);
            } else {
                this.saved.set({ state: 'refused', detail: error.detail });
            }
            return;
        }
        if (error instanceof Refused) {
            this.unanswered = undefined;
        }
        if (!this.closed) {
            this.saved.set({ state: 'local' });
            await this.laterThan(error);
        }
    }

    private async afterConflict(refused: Refused): Promise<void> {
        const theirs = refused.body['theirs'] as { source: string; updatedAt: string; etag: string } | null | undefined;
        if (theirs !== null && theirs !== undefined && typeof theirs.source === 'string') {
            this.merge(theirs.source, theirs.updatedAt, theirs.etag);
            return;
        }
        // The draft is gone on the server, so there is nothing to choose: this text becomes the first one.
        this.kept = { ...this.kept, etag: null };
    }

    private laterThan(error: unknown): Promise<void> {
        if (error instanceof Unreachable) {
            return whenOnline();
        }
        const asked = error instanceof Refused ? error.retryAfter : null;
        return new Promise((resolve) => window.setTimeout(resolve, retryDelay(asked, serverNow())));
    }

    /** Another tab of this browser changed the same draft: follow it unless this one has changes of its own. */
    private readonly onStorage = (event: StorageEvent): void => {
        if (event.key !== 'gretlab:' + this.memory || event.newValue === null || this.kept.dirty) {
            return;
        }
        const other = recall<Kept>(this.memory);
        if (other !== undefined) {
            const changed = other.source !== this.kept.source;
            this.kept = { ...other, dirty: false, line: extend(other.line ?? [], other.source) };
            if (changed) {
                this.onText(other.source);
            }
        }
    };

    /** A phone may end a hidden page at any time. */
    private readonly onHide = (): void => {
        if (document.hidden && this.opened && this.kept.dirty && this.mayGoOn()) {
            window.clearTimeout(this.timer);
            this.timer = undefined;
            void this.send();
        }
    };
}
