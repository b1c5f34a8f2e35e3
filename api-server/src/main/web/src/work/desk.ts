/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { cancelRun, readJob, sendJob } from '../api/calls';
import { newKey } from '../api/http';
import { Refused, Unreachable } from '../api/problem';
import type { Accepted, JobResult, Kind, Status } from '../api/types';
import { serverNow } from '../clock';
import { online, whenOnline } from '../connection';
import { follow, type Follower } from '../live/follow';
import { reconnectDelay, retryDelay } from '../live/pace';
import { forget, recall, remember } from '../memory';
import { createStore, type Store } from '../store';

/** One press of Run or Submit. The key makes sending it again safe. */
export interface Press {
    kind: Kind;
    key: string;
    problem: string;
    language: string;
    source: string;
    stdin: string;
    /** Server time in ms. */
    at: number;
}

export interface JobRef {
    kind: Kind;
    id: string;
    language: string;
    at: number;
    /** What was sent, while the page still knows it. */
    press?: Press;
    /** The job that this one judges again. */
    retryOf?: string;
}

export type View =
    | { step: 'none' }
    | { step: 'sending'; press: Press }
    | { step: 'waiting'; press: Press; why: 'busy' | 'limit' | 'database' | 'offline'; detail: string; until: number }
    | { step: 'following'; job: JobRef; status: Status }
    | { step: 'reading'; job: JobRef }
    | { step: 'done'; job: JobRef; result: JobResult }
    | { step: 'refused'; press: Press; detail: string }
    | { step: 'gone'; job: JobRef };

/** What the browser keeps, so that a reload finds its way back. */
interface Kept {
    press?: Press;
    job?: Omit<JobRef, 'press'>;
}

/** After this long an unanswered press is not sent again on its own after a reload. */
const RESEND_MS = 5 * 60_000;
/** A result that was read this long ago may have been withdrawn by now; one that is our fault may be judged again sooner. */
const OLD_MS = 60_000;
const OLD_FAULT_MS = 2000;

/**
 * The student's one place of work on a problem: takes presses, gets each of them to the API exactly once, and follows the
 * latest to its result.
 */
export class Desk {
    readonly view: Store<View> = createStore<View>({ step: 'none' });
    private follower: Follower | undefined;
    private turn = 0;
    private wake: (() => void) | undefined;
    private readAt = 0;
    private readonly memory: string;

    constructor(
        user: string,
        private readonly problem: string,
    ) {
        this.memory = `job:${user}:${problem}`;
    }

    /** Goes on where an earlier load of the page was. */
    resume(): void {
        const kept = recall<Kept>(this.memory);
        if (kept?.job !== undefined) {
            void this.showJob(kept.job);
        } else if (kept?.press !== undefined && Math.abs(serverNow() - kept.press.at) < RESEND_MS) {
            void this.send(kept.press);
        } else {
            forget(this.memory);
        }
    }

    close(): void {
        this.turn++;
        this.follower?.stop();
        this.wake = undefined;
    }

    /** Answers false when exactly this press is already on its way. */
    press(kind: Kind, language: string, source: string, stdin: string): boolean {
        const now = this.inFlight();
        if (
            now !== undefined &&
            now.kind === kind &&
            now.language === language &&
            now.source === source &&
            (kind === 'submit' || now.stdin === stdin)
        ) {
            if (this.view.get().step === 'waiting') {
                this.wake?.();
            }
            return false;
        }
        void this.send({ kind, key: newKey(), problem: this.problem, language, source, stdin, at: serverNow() });
        return true;
    }

    tryNow(): void {
        this.wake?.();
    }

    /** The student is back: what has become of the result meanwhile? Nobody asks while nobody looks. */
    async lookAgain(): Promise<void> {
        const view = this.view.get();
        if (view.step !== 'done') {
            return;
        }
        const fault = view.result.verdict === 'system_error' || view.result.voided === true;
        if (performance.now() - this.readAt < (fault ? OLD_FAULT_MS : OLD_MS)) {
            return;
        }
        const turn = this.turn;
        try {
            const result = await readJob(view.job.kind, view.job.id);
            if (turn === this.turn) {
                this.show(view.job, result);
            }
        } catch {
            // What is shown was true when it was read.
        }
    }

    /** Stops a press that was not taken yet, or a run that is in flight. */
    async stop(): Promise<void> {
        const view = this.view.get();
        if (view.step === 'waiting') {
            this.close();
            forget(this.memory);
            this.view.set({ step: 'none' });
        } else if (view.step === 'following' && view.job.kind === 'run') {
            try {
                await cancelRun(view.job.id);
            } catch {
                // It may have ended just now: the status says so.
            }
        }
    }

    private inFlight(): Press | undefined {
        const view = this.view.get();
        switch (view.step) {
            case 'sending':
            case 'waiting':
                return view.press;
            case 'following':
            case 'reading':
                return view.job.press;
            default:
                return undefined;
        }
    }

    private async send(press: Press): Promise<void> {
        this.follower?.stop();
        const turn = ++this.turn;
        this.view.set({ step: 'sending', press });
        remember(this.memory, { press } satisfies Kept);
        const body = {
            problem: press.problem,
            language: press.language,
            source: press.source,
            ...(press.kind === 'run' ? { stdin: press.stdin } : {}),
        };
        for (;;) {
            try {
                const accepted = await sendJob(press.kind, body, press.key);
                if (turn === this.turn) {
                    this.taken(press, accepted);
                }
                return;
            } catch (error) {
                if (turn !== this.turn) {
                    return;
                }
                if (error instanceof Unreachable) {
                    this.view.set({ step: 'waiting', press, why: 'offline', detail: '', until: Infinity });
                    await this.waitFor(whenOnline());
                } else if (error instanceof Refused && (error.status === 503 || error.status === 429)) {
                    const delay = retryDelay(error.retryAfter, serverNow());
                    const why = error.status === 429 ? 'limit' : error.reason === 'database-unavailable' ? 'database' : 'busy';
                    this.view.set({ step: 'waiting', press, why, detail: error.detail, until: performance.now() + delay });
                    await this.waitFor(new Promise((resolve) => window.setTimeout(resolve, delay)));
                } else {
                    forget(this.memory);
                    this.view.set({ step: 'refused', press, detail: error instanceof Refused ? error.detail : '' });
                    return;
                }
                if (turn !== this.turn) {
                    return;
                }
                this.view.set({ step: 'sending', press });
            }
        }
    }

    private waitFor(condition: Promise<void>): Promise<void> {
        return Promise.race([condition, new Promise<void>((resolve) => (this.wake = resolve))]);
    }

    private taken(press: Press, accepted: Accepted): void {
        const job: JobRef = { kind: press.kind, id: accepted.id, language: press.language, at: press.at, press };
        this.keep(job);
        this.followJob(job, {
            id: accepted.id,
            state: accepted.state,
            phase: accepted.state === 'queued' ? 'queued' : 'compiling',
            position: accepted.position ?? null,
            pollAfterMs: accepted.pollAfterMs,
        });
    }

    private keep(job: JobRef): void {
        const { press: _, ...kept } = job;
        remember(this.memory, { job: kept } satisfies Kept);
    }

    private followJob(job: JobRef, status: Status): void {
        this.follower?.stop();
        if (status.state === 'done') {
            void this.showJob(job);
            return;
        }
        this.view.set({ step: 'following', job, status });
        this.follower = follow(
            job.kind,
            job.id,
            status,
            (next) => {
                if (next.state === 'done') {
                    void this.showJob(job);
                } else {
                    this.view.set({ step: 'following', job, status: next });
                }
            },
            () => this.lose(job),
        );
    }

    private lose(job: JobRef): void {
        forget(this.memory);
        this.view.set({ step: 'gone', job });
    }

    /** Shows a finished job, or goes on with the one that judges it again. */
    private show(job: JobRef, result: JobResult): void {
        this.readAt = performance.now();
        if (typeof result.retriedAs !== 'string') {
            this.view.set({ step: 'done', job, result });
            return;
        }
        const next: JobRef = { ...job, id: result.retriedAs, retryOf: job.id };
        this.keep(next);
        void this.showJob(next);
    }

    private async showJob(job: JobRef): Promise<void> {
        this.follower?.stop();
        const turn = ++this.turn;
        this.view.set({ step: 'reading', job });
        for (let attempt = 0; ; attempt++) {
            try {
                const result = await readJob(job.kind, job.id);
                if (turn !== this.turn) {
                    return;
                }
                if (result.state === 'done') {
                    this.show(job, result);
                } else {
                    this.followJob(job, {
                        id: job.id,
                        state: result.state,
                        phase: result.state === 'queued' ? 'queued' : 'compiling',
                        pollAfterMs: 300,
                    });
                }
                return;
            } catch (error) {
                if (turn !== this.turn) {
                    return;
                }
                if (error instanceof Refused && (error.status === 404 || error.status === 403)) {
                    this.lose(job);
                    return;
                }
                const asked = error instanceof Refused ? error.retryAfter : null;
                const delay = asked === null ? reconnectDelay(attempt + 3) : retryDelay(asked, serverNow());
                await this.waitFor(online.get() ? new Promise((resolve) => window.setTimeout(resolve, delay)) : whenOnline());
                if (turn !== this.turn) {
                    return;
                }
            }
        }
    }
}
