/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { readStatus } from '../api/calls';
import type { Status } from '../api/types';
import { online, whenOnline } from '../connection';
import { type JobId, ListFollower } from '../live/list-follower';

const HIDDEN_MS = 15_000;

async function wait(ms: number): Promise<void> {
    await new Promise((resolve) => window.setTimeout(resolve, document.hidden ? Math.max(HIDDEN_MS, ms) : ms));
    if (!online.get()) {
        await whenOnline();
    }
}

/** The states of the jobs of a list, live, and a way to put in what an answer has said of one. */
export function useStatuses(jobs: JobId[], onDone: (status: Status) => void): [ReadonlyMap<string, Status>, (status: Status) => void] {
    const [statuses, set] = useState<ReadonlyMap<string, Status>>(new Map());
    const done = useRef(onDone);
    done.current = onDone;
    const follower = useRef<ListFollower | undefined>(undefined);
    const put = useCallback((status: Status) => set((before) => new Map(before).set(status.id, status)), []);
    useEffect(() => {
        const heard = (status: Status) => {
            put(status);
            if (status.state === 'done') {
                done.current(status);
            }
        };
        const gone = (id: string) => set((before) => new Map([...before].filter(([known]) => known !== id)));
        follower.current = new ListFollower({ read: readStatus, wait }, heard, gone);
        return () => follower.current?.stop();
    }, []);
    useEffect(() => follower.current?.add(jobs), [jobs.map((job) => job.id).join()]);
    return [statuses, put];
}
