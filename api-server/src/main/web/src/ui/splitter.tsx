/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { recall, remember } from '../memory';

const LEAST = 20;
const MOST = 75;

/**
 * A bar between two panes: drag it, or move it with the arrow keys. The share in percent goes into a variable of the layout
 * and is remembered. `fromEnd` when the pane that it sizes lies after the bar.
 */
export function Splitter(props: {
    layout: RefObject<HTMLElement | null>;
    variable: string;
    vertical: boolean;
    fromEnd?: boolean;
    initial: number;
    label: string;
}) {
    const { layout, variable, vertical, fromEnd = false } = props;
    const [share, setShare] = useState(() => recall<number>('size' + variable) ?? props.initial);
    useEffect(() => {
        layout.current?.style.setProperty(variable, `${share}%`);
        remember('size' + variable, share);
    }, [share]);
    const put = (value: number) => setShare(Math.round(Math.min(MOST, Math.max(LEAST, value))));
    const drag = (event: PointerEvent) => {
        const box = layout.current?.getBoundingClientRect();
        if (box !== undefined && event.buttons === 1) {
            const part = vertical ? (event.clientX - box.left) / box.width : (event.clientY - box.top) / box.height;
            put(100 * (fromEnd ? 1 - part : part));
        }
    };
    const key = (event: KeyboardEvent) => {
        const step = { ArrowLeft: -2, ArrowUp: -2, ArrowRight: 2, ArrowDown: 2 }[event.key];
        if (step !== undefined) {
            event.preventDefault();
            put(share + (fromEnd ? -step : step));
        }
    };
    return (
        <div
            class={`splitter ${vertical ? 'vertical' : 'horizontal'}`}
            role="separator"
            tabIndex={0}
            aria-label={props.label}
            aria-orientation={vertical ? 'vertical' : 'horizontal'}
            aria-valuemin={LEAST}
            aria-valuemax={MOST}
            aria-valuenow={share}
            onPointerDown={(event) => {
                event.preventDefault();
                event.currentTarget.setPointerCapture(event.pointerId);
            }}
            onPointerMove={drag}
            onKeyDown={key}
        />
    );
}
