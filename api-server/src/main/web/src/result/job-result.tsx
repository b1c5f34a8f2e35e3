/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { ComponentChildren } from 'preact';
import type { JobResult, Kind, Sample } from '../api/types';
import { cpu, memory } from '../format';
import { VerdictWord } from '../ui/verdict';
import { words } from '../words';
import { explanation, passed, scored, testCount } from './explanation';
import { GroupTable } from './groups';
import { MessageText } from './message-text';
import { OtherJudging, WithdrawnView } from './other-judging';
import { RunOutput } from './run-output';
import { FirstFailure, TestTable } from './tests';

/** A finished job: its verdict, then what helps, most helpful first. */
export function JobResultView(props: {
    kind: Kind;
    result: JobResult;
    sourceFile?: string;
    samples?: Sample[];
    stdin?: string;
    note?: ComponentChildren;
    /** For tests in a browser, where two results are on the page. */
    testId?: string;
    onPlace?: (line: number, column?: number) => void;
}) {
    const { kind, result, sourceFile, onPlace } = props;
    const testId = props.testId ?? 'verdict';
    if (result.voided === true) {
        return <WithdrawnView kind={kind} result={result} testId={testId} note={props.note} />;
    }
    const tests = result.tests ?? [];
    const verdict = result.verdict ?? 'system_error';
    const why = explanation(result);
    const gained = scored(result);
    const ranAtAll = verdict !== 'compile_error' && verdict !== 'system_error' && verdict !== 'cancelled';
    const compiler = (result.compileOutput ?? '').trim() === '' ? '' : (result.compileOutput ?? '');
    const errors = result.stderr ?? '';
    return (
        <div class="job-result">
            <p class="headline" data-testid={testId} data-verdict={verdict}>
                <VerdictWord verdict={verdict} ran={kind === 'run'} />
                {gained !== '' && (
                    <span class="points" data-testid="points">
                        {gained}
                    </span>
                )}
                {ranAtAll && (
                    <>
                        <span>{words.result.cpu(cpu(result.cpuMs))}</span>
                        <span>{memory(result.memoryKb)}</span>
                    </>
                )}
                {tests.length > 0 && <span>{words.result.tests(passed(tests), testCount(result))}</span>}
            </p>
            {props.note}
            {why !== '' && <p class="why">{why}</p>}
            <OtherJudging kind={kind} result={result} />
            {compiler !== '' && (
                <section class="block">
                    <h3>{words.result.compiler}</h3>
                    <MessageText label={words.result.compiler} text={compiler} sourceFile={sourceFile} onPlace={onPlace} />
                </section>
            )}
            <FirstFailure result={result} tests={tests} sourceFile={sourceFile} onPlace={onPlace} />
            {kind === 'run' && errors !== '' && verdict === 'runtime_error' && <Errors {...props} errors={errors} />}
            {kind === 'run' && ranAtAll && <RunOutput result={result} stdin={props.stdin} samples={props.samples ?? []} />}
            {kind === 'run' && errors !== '' && verdict !== 'runtime_error' && <Errors {...props} errors={errors} />}
            {(result.groups ?? []).length > 0 && <GroupTable groups={result.groups ?? []} />}
            {tests.length > 0 && <TestTable tests={tests} />}
        </div>
    );
}

function Errors(props: {
    errors: string;
    result: JobResult;
    sourceFile?: string;
    onPlace?: (line: number, column?: number) => void;
}) {
    return (
        <section class="block">
            <h3>{words.result.errors}</h3>
            <MessageText label={words.result.errors} text={props.errors} sourceFile={props.sourceFile} onPlace={props.onPlace} />
            {props.result.stderrTruncated === true && <p class="muted">{words.result.truncated}</p>}
        </section>
    );
}
