/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useMemo } from 'preact/hooks';
import type { Problem, Sample, Verdict } from '../api/types';
import { cpuLimit, points, size } from '../format';
import { isStaff } from '../session';
import { CopyButton } from '../ui/copy-button';
import { Icon } from '../ui/icon';
import { TextBlock } from '../ui/text-block';
import { VerdictWord } from '../ui/verdict';
import { words } from '../words';
import { ConversationView } from './conversation';

/** The problem itself: text, limits, own best, samples. */
export function Statement(props: { problem: Problem; best: Verdict | null; onRunSample: (sample: Sample) => void }) {
    const { problem, best, onRunSample } = props;
    const { limits } = problem;
    // Made safe by the server when the problem was imported.
    const text = useMemo(() => ({ __html: problem.statementHtml }), [problem.statementHtml]);
    return (
        <article data-testid="statement">
            <h1>{problem.name}</h1>
            <ul class="limits" aria-label={words.problem.limits}>
                <li>{words.problem.limitCpu(cpuLimit(limits.cpuMs))}</li>
                <li>{words.problem.limitMemory(size(limits.memoryMb * 1024))}</li>
                <li>{words.problem.limitOutput(size(limits.outputKb))}</li>
                {typeof problem.maxScore === 'number' && <li>{words.problem.points(points(problem.maxScore))}</li>}
                {best !== null && (
                    <li>
                        {words.problem.best} <VerdictWord verdict={best} />
                    </li>
                )}
            </ul>
            {isStaff() && (
                <p>
                    <a href={`/problems/${encodeURIComponent(problem.slug)}/examples`}>{words.problem.examples}</a>
                </p>
            )}
            <div class="statement-text" lang={problem.statementLanguage} dangerouslySetInnerHTML={text} />
            {(problem.samples.length > 0 || problem.conversations.length > 0) && (
                <section>
                    <h2>{words.problem.samples}</h2>
                    {problem.conversations.map((conversation) => (
                        <ConversationView key={conversation.number} conversation={conversation} />
                    ))}
                    {problem.samples.map((sample) => (
                        <SampleView key={sample.number} sample={sample} onRun={() => onRunSample(sample)} />
                    ))}
                </section>
            )}
        </article>
    );
}

function SampleView({ sample, onRun }: { sample: Sample; onRun: () => void }) {
    return (
        <section class="sample">
            <div class="block-head">
                <h3>{words.problem.sample(sample.number)}</h3>
                <button type="button" class="small" aria-label={words.problem.runThisLabel(sample.number)} onClick={onRun}>
                    <Icon name="play" />
                    <span>{words.problem.runThis}</span>
                </button>
            </div>
            <div class="comparison">
                <div>
                    <div class="block-head">
                        <h4>{words.problem.input}</h4>
                        <CopyButton text={sample.input} label={words.problem.copyInput(sample.number)} />
                    </div>
                    <TextBlock label={`${words.problem.sample(sample.number)}: ${words.problem.input}`}>
                        {sample.input === '' ? <span class="muted">{words.problem.emptyText}</span> : sample.input}
                    </TextBlock>
                </div>
                <div>
                    <div class="block-head">
                        <h4>{words.problem.output}</h4>
                        <CopyButton text={sample.output} label={words.problem.copyOutput(sample.number)} />
                    </div>
                    <TextBlock label={`${words.problem.sample(sample.number)}: ${words.problem.output}`}>
                        {sample.output === '' ? <span class="muted">{words.problem.emptyText}</span> : sample.output}
                    </TextBlock>
                </div>
            </div>
        </section>
    );
}
