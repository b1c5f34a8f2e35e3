/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** Numbers and times as the page shows them. */

export function cpu(ms: number | null | undefined): string {
    if (ms === null || ms === undefined) {
        return '–';
    }
    return ms < 10_000 ? `${(ms / 1000).toFixed(3)} s` : `${(ms / 1000).toFixed(1)} s`;
}

/** A limit in ms, without the zeros that a measured time has. */
export function cpuLimit(ms: number): string {
    return `${Number((ms / 1000).toFixed(3))} s`;
}

export function memory(kb: number | null | undefined): string {
    if (kb === null || kb === undefined) {
        return '–';
    }
    return kb < 1024 ? `${kb} KB` : `${(kb / 1024).toFixed(1)} MB`;
}

/** Points, to the hundredth: a third of a hundred has no end. */
export function points(score: number): string {
    return String(Number(score.toFixed(2)));
}

export function size(kb: number): string {
    if (kb >= 10 * 1024 * 1024) {
        return `${Number((kb / 1024 / 1024).toFixed(1))} GB`;
    }
    return kb < 1024 ? `${kb} KB` : `${Number((kb / 1024).toFixed(1))} MB`;
}

const clockTime = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const dayAndTime = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
const withYear = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

/** A time near `now` as a time of day, within the year with its day, else as a date; all in the viewer's zone. */
export function when(iso: string, now: number): string {
    const time = new Date(iso);
    if (Number.isNaN(time.getTime())) {
        return iso;
    }
    const today = new Date(now);
    if (time.toDateString() === today.toDateString()) {
        return clockTime.format(time);
    }
    return time.getFullYear() === today.getFullYear() ? dayAndTime.format(time) : withYear.format(time);
}

/** The whole time with the name of the viewer's zone, for tooltips. */
export function exactly(iso: string): string {
    const time = new Date(iso);
    return Number.isNaN(time.getTime()) ? iso : full.format(time);
}
