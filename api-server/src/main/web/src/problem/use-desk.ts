/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { announce } from '../announce';
import { failedAttempts } from '../result/attempts';
import { explanation, spoken } from '../result/explanation';
import { phaseText, phaseWord } from '../result/phase-text';
import { useStore } from '../store';
import { useReturn } from '../ui/hooks';
import { words } from '../words';
import { Desk, type View } from '../work/desk';

/** What is said of a step, once; undefined when it says nothing new. */
function said(view: View): string | undefined {
    switch (view.step) {
        case 'sending':
            return words.press.sending;
        case 'waiting': {
            const left = Math.floor((view.until - performance.now()) / 1000);
            return {
                busy: () => words.press.busy(left),
                database: () => words.press.database(left),
                limit: () => words.press.limit(view.detail, left),
                offline: () => words.press.offline,
            }[view.why]();
        }
        case 'following':
            return view.status.phase === 'testing' ? phaseWord(view.status, view.job.kind) : phaseText(view.status, view.job.kind);
        case 'done':
            return spoken(view.job.kind, view.result) || explanation(view.result);
        case 'refused':
            return words.press.refused(view.detail);
        default:
            return undefined;
    }
}

/** The desk of a problem, and what it is doing; each new phase is also said aloud. */
export function useDesk(user: string, slug: string): { desk: Desk; view: View } {
    const desk = useMemo(() => new Desk(user, slug), [user, slug]);
    const view = useStore(desk.view);
    const last = useRef('');
    const failed = useRef(0);
    useReturn(() => void desk.lookAgain());
    useEffect(() => {
        desk.resume();
        return () => desk.close();
    }, [desk]);
    useEffect(() => {
        const text = said(view);
        const failures = view.step === 'following' ? failedAttempts(view.status) : 0;
        const id = view.step + (text ?? '');
        if (failures > failed.current) {
            announce(`${words.phase.again} ${text ?? ''}`);
        } else if (text !== undefined && id !== last.current) {
            announce(text);
        }
        failed.current = failures;
        last.current = id;
    }, [view]);
    return { desk, view };
}
