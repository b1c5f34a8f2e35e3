/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { JobResult, Sample } from '../api/types';
import { TextBlock } from '../ui/text-block';
import { words } from '../words';
import { Comparison } from './comparison';
import { firstDifference } from './difference';

/** The sample whose input this is. */
export function sampleOf(stdin: string | null | undefined, samples: Sample[]): Sample | undefined {
    const plain = (text: string) => text.replace(/\r\n/g, '\n').trim();
    return stdin === null || stdin === undefined ? undefined : samples.find((sample) => plain(sample.input) === plain(stdin));
}

/** What a Run printed; beside the sample's output when it ran with the input of a sample. */
export function RunOutput({ result, stdin, samples }: { result: JobResult; stdin: string | undefined; samples: Sample[] }) {
    const out = result.stdout ?? '';
    if (typeof result.stdoutBase64 === 'string' && result.stdoutBase64 !== '') {
        return (
            <section class="block">
                <h3>{words.result.output}</h3>
                <p class="muted">{words.result.binary}</p>
                <TextBlock label={words.result.output}>{result.stdoutBase64}</TextBlock>
            </section>
        );
    }
    const sample = result.verdict === 'accepted' ? sampleOf(result.stdin ?? stdin, samples) : undefined;
    const same = sample !== undefined && firstDifference(sample.output, out) === null;
    return (
        <section class="block">
            <h3>{words.result.output}</h3>
            {sample !== undefined && <p>{same ? words.result.sampleSame(sample.number) : words.result.sampleDiffers(sample.number)}</p>}
            {sample !== undefined && !same ? (
                <Comparison expected={sample.output} yours={out} />
            ) : out === '' ? (
                <p class="muted">{words.result.noOutput}</p>
            ) : (
                <TextBlock label={words.result.output}>{out}</TextBlock>
            )}
            {result.stdoutTruncated === true && <p class="muted">{words.result.truncated}</p>}
        </section>
    );
}
