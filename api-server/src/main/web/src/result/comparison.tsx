/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { words } from '../words';
import { type Difference, firstDifference } from './difference';

/** Expected and printed text side by side, with the first place that differs marked in both. */
export function Comparison({ expected, yours }: { expected: string; yours: string }) {
    const difference = firstDifference(expected, yours);
    return (
        <>
            <div class="comparison">
                <Side title={words.result.expected} text={expected} range={difference?.expected} />
                <Side title={words.result.yours} text={yours} range={difference?.yours} />
            </div>
            {difference !== null && <p class="muted note">{sentence(difference)}</p>}
        </>
    );
}

function sentence(difference: Difference): string {
    switch (difference.kind) {
        case 'token':
            return words.result.differs(difference.line, difference.word);
        case 'space':
            return words.result.differsSpace(difference.line);
        case 'short':
            return words.result.endsEarly(difference.line);
        case 'long':
            return words.result.tooMuch(difference.line);
    }
}

function Side({ title, text, range }: { title: string; text: string; range: [number, number] | undefined }) {
    const box = useRef<HTMLPreElement>(null);
    const mark = useRef<HTMLElement>(null);
    useLayoutEffect(() => {
        // Only the box scrolls to the place, not the page.
        if (box.current !== null && mark.current !== null) {
            box.current.scrollTop = Math.max(0, mark.current.offsetTop - box.current.offsetTop - 40);
        }
    }, [text]);
    return (
        <div>
            <h4>{title}</h4>
            <pre class="text" ref={box} tabIndex={0} role="group" aria-label={title}>
                {range === undefined ? (
                    text === '' ? (
                        <span class="muted">{words.problem.emptyText}</span>
                    ) : (
                        text
                    )
                ) : (
                    <>
                        {text.slice(0, range[0])}
                        <mark ref={mark}>{marked(text.slice(range[0], range[1]))}</mark>
                        {text.slice(range[1])}
                    </>
                )}
            </pre>
        </div>
    );
}

/** White space that is the difference has to be seen. */
function marked(text: string) {
    if (text === '') {
        return <span class="ends">{words.result.here}</span>;
    }
    return text.trim() === '' ? text.replace(/ /g, '·').replace(/\t/g, '→').replace(/\r/g, '␍').replace(/\n/g, '⏎\n') : text;
}
