/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { Refused } from '../api/problem';
import type { Kind, Status } from '../api/types';
import { pollDelay } from './pace';

export interface JobId {
    kind: Kind;
    id: string;
}

/** What following needs of its surroundings. */
export interface Surroundings {
    read: (kind: Kind, id: string) => Promise<Status>;
    wait: (ms: number) => Promise<void>;
}

/** How long to wait after an answer that did not come. */
const AWAY_MS = 5000;

/**
 * Follows the jobs of a list to their ends, one request at a time whatever the number of jobs: a browser has few
 * connections for a site, so a stream for each line would block everything else. It asks nothing once all are done.
 */
export class ListFollower {
    private readonly open = new Map<string, JobId>();
    private readonly seen = new Set<string>();
    private running = false;
    private stopped = false;

    constructor(
        private readonly surroundings: Surroundings,
        private readonly onStatus: (status: Status) => void,
        /** It is no longer there, or not for this person. */
        private readonly onGone: (id: string) => void,
    ) {}

    /** Follows these as well; those that it knows already are not asked for twice. */
    add(jobs: JobId[]): void {
        for (const job of jobs) {
            if (!this.seen.has(job.id)) {
                this.seen.add(job.id);
                this.open.set(job.id, job);
            }
        }
        if (!this.running && this.open.size > 0) {
            this.running = true;
            void this.go();
        }
    }

    stop(): void {
        this.stopped = true;
        this.open.clear();
    }

    private async go(): Promise<void> {
        while (this.open.size > 0) {
            let pace = 0;
            for (const job of [...this.open.values()]) {
                const wanted = await this.ask(job);
                if (this.stopped) {
                    return;
                }
                pace = Math.max(pace, wanted);
            }
            if (this.open.size > 0) {
                await this.surroundings.wait(pollDelay(pace));
            }
        }
        this.running = false;
    }

    /** Answers how long the server asks to wait before the next time. */
    private async ask(job: JobId): Promise<number> {
        try {
            const status = await this.surroundings.read(job.kind, job.id);
            if (this.stopped) {
                return 0;
            }
            if (status.state === 'done') {
                this.open.delete(job.id);
            }
            this.onStatus(status);
            return status.pollAfterMs;
        } catch (error) {
            if (isGone(error)) {
                this.open.delete(job.id);
                if (!this.stopped) {
                    this.onGone(job.id);
                }
                return 0;
            }
            return AWAY_MS;
        }
    }
}

function isGone(error: unknown): boolean {
    return error instanceof Refused && (error.status === 404 || error.status === 403);
}
