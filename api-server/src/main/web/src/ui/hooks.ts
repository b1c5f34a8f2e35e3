/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useRef, useState } from 'preact/hooks';

/** Draws again every `ms` while `on`. */
export function useTick(ms: number, on = true): void {
    const [, redraw] = useState(0);
    useEffect(() => {
        if (!on) {
            return undefined;
        }
        const timer = window.setInterval(() => redraw((count) => count + 1), ms);
        return () => window.clearInterval(timer);
    }, [ms, on]);
}

/** Whole seconds until a moment of the browser's steady counter. */
export function useCountdown(until: number): number {
    useTick(250, Number.isFinite(until));
    const left = until - performance.now();
    // The spread on top of what the server asked for is less than a second: it is not shown.
    return left <= 0 ? 0 : Math.max(1, Math.floor(left / 1000));
}

export function useMedia(query: string): boolean {
    const [matches, set] = useState(() => window.matchMedia(query).matches);
    useEffect(() => {
        const media = window.matchMedia(query);
        const update = () => set(media.matches);
        update();
        media.addEventListener('change', update);
        return () => media.removeEventListener('change', update);
    }, [query]);
    return matches;
}

/** Calls back when the person comes back to this tab. */
export function useReturn(back: () => void): void {
    const latest = useRef(back);
    latest.current = back;
    useEffect(() => {
        const onVisibility = () => {
            if (!document.hidden) {
                latest.current();
            }
        };
        document.addEventListener('visibilitychange', onVisibility);
        return () => document.removeEventListener('visibilitychange', onVisibility);
    }, []);
}

export function useTitle(title: string): void {
    useEffect(() => {
        document.title = title;
    }, [title]);
}

/** Whether a key event is meant for a text. */
export function isTyping(event: KeyboardEvent): boolean {
    const target = event.composedPath()[0];
    return (
        target instanceof HTMLElement &&
        (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target instanceof HTMLInputElement)
    );
}
