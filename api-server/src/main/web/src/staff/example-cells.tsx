/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { Fragment } from 'preact';
import type { Example, ExampleClaim } from '../api/types';
import { points } from '../format';
import { Icon } from '../ui/icon';
import { LineVerdict } from '../ui/verdict';
import { words } from '../words';
import { claimText, isOpen, partText } from './example-words';

/** What the package claims, and beside each claim of a part whether it holds. */
export function Claimed({ example }: { example: Example }) {
    return (
        <>
            <span>{claimText(example)}</span>
            {example.claims.length > 0 && (
                <ul class="claims">
                    {example.claims.map((claim, place) => (
                        <li key={place}>
                            {partText(claim)} <Part claim={claim} judged={example.verdict !== null} />
                        </li>
                    ))}
                </ul>
            )}
        </>
    );
}

function Part({ claim, judged }: { claim: ExampleClaim; judged: boolean }) {
    if (claim.asClaimed === true) {
        return null;
    }
    return claim.asClaimed === false ? (
        <span class="verdict bad">{words.examples.partNo}</span>
    ) : judged ? (
        <span class="verdict calm" title={words.examples.unknownHelp}>
            {words.examples.unknown}
        </span>
    ) : null;
}

/** A path that is broken, where it must be, between the words in it. */
export function ProgramPath({ path }: { path: string }) {
    return (
        <>
            {path.split(/(?<=[/_])/).map((part, place) => (
                <Fragment key={place}>
                    {part}
                    <wbr />
                </Fragment>
            ))}
        </>
    );
}

/** What the judge says, or how far it is. */
export function Outcome({ example }: { example: Example }) {
    if (example.state === null) {
        return <span class="verdict calm">{words.examples.notJudged}</span>;
    }
    if (example.verdict === null) {
        return <span class="verdict calm">{words.submissions.inFlight[example.state]}</span>;
    }
    return (
        <>
            <LineVerdict verdict={example.verdict} />
            {typeof example.score === 'number' && <span class="muted"> {words.examples.points(points(example.score))}</span>}
        </>
    );
}

/** Whether the two agree: a word and a sign. */
export function Agreement({ example }: { example: Example }) {
    if (isOpen(example) || example.state === null) {
        return <>{words.none}</>;
    }
    if (example.asClaimed === null) {
        return (
            <span class="verdict calm" title={words.examples.unknownHelp}>
                {words.examples.unknown}
            </span>
        );
    }
    return (
        <span class={`verdict ${example.asClaimed ? 'good' : 'bad'}`}>
            <Icon name={example.asClaimed ? 'check' : 'cross'} />
            <span>{example.asClaimed ? words.examples.yes : words.examples.no}</span>
        </span>
    );
}
