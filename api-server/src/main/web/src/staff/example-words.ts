/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { Example, ExampleClaim, Verdict } from '../api/types';
import { points } from '../format';
import { words } from '../words';

const crashes: Verdict[] = ['runtime_error', 'memory_limit', 'output_limit'];
const any: Verdict[] = ['accepted', 'wrong_answer', 'time_limit', ...crashes];

/** Verdicts of which each is right. The package format has one word for all ways to crash, and so have people. */
export function verdictsText(verdicts: Verdict[]): string {
    if (any.every((each) => verdicts.includes(each))) {
        return words.examples.any;
    }
    const crash = crashes.every((each) => verdicts.includes(each));
    const told = verdicts.filter((each) => !crash || !crashes.includes(each)).map((each) => words.result.verdict(each, false));
    return [...told, ...(crash ? [words.examples.crash] : [])].join(words.examples.or);
}

/** Scores that are right; empty when any is. */
export function scoreText(low: number | null, high: number | null): string {
    if (low !== null && high !== null) {
        return low === high ? words.examples.points(points(low)) : words.examples.pointsBetween(points(low), points(high));
    }
    return low !== null ? words.examples.pointsLow(points(low)) : high !== null ? words.examples.pointsHigh(points(high)) : '';
}

/** What the package claims of all the tests. */
export function claimText(example: Example): string {
    return [verdictsText(example.expected), scoreText(example.lowestScore, example.highestScore)].filter((part) => part !== '').join(', ');
}

/** What it claims of a part of them. */
export function partText(claim: ExampleClaim): string {
    const parts = [
        claim.permitted === null ? '' : verdictsText(claim.permitted),
        claim.required === null ? '' : words.examples.once(verdictsText(claim.required)),
        scoreText(claim.lowestScore, claim.highestScore),
    ];
    return `${claim.tests}: ${parts.filter((part) => part !== '').join(', ')}`;
}

export const isOpen = (example: Example) => example.state !== null && example.state !== 'done';

export function footText(examples: Example[]): string {
    const count = (those: (example: Example) => boolean) => examples.filter(those).length;
    const out = count((each) => each.state === null);
    return words.examples.foot(
        examples.length - out,
        count((each) => !isOpen(each) && each.asClaimed === true),
        count((each) => !isOpen(each) && each.asClaimed === false),
        count(isOpen),
        out,
    );
}
