/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { JobResult, TestResult } from '../api/types';
import { cpu, memory } from '../format';
import { VerdictWord } from '../ui/verdict';
import { words } from '../words';
import { Comparison } from './comparison';
import { explanation } from './explanation';
import { groupName } from './groups';
import { MessageText } from './message-text';
import { TextBlock } from '../ui/text-block';

type OnPlace = ((line: number, column?: number) => void) | undefined;

function failed(test: TestResult): boolean {
    return (test.verdict ?? 'accepted') !== 'accepted';
}

/** The first failing test that may be seen; what is hidden by its number alone. */
export function FirstFailure(props: { result: JobResult; tests: TestResult[]; sourceFile: string | undefined; onPlace: OnPlace }) {
    const { result, tests, sourceFile, onPlace } = props;
    const failing = tests.filter(failed);
    const seen = failing.find((test) => test.visible === true);
    const hidden = failing.filter((test) => test.visible !== true);
    if (seen === undefined) {
        const first = hidden[0];
        return first === undefined ? null : <p>{words.result.hidden(first.number)}</p>;
    }
    return (
        <section class="block">
            <h3>{words.result.failing(seen.number)}</h3>
            {seen.verdict && seen.verdict !== 'wrong_answer' && seen.verdict !== result.verdict && (
                <p>
                    <VerdictWord verdict={seen.verdict} />
                </p>
            )}
            <Why test={seen} result={result} />
            <h4>{words.result.input}</h4>
            <TextBlock label={words.result.input}>{orEmpty(seen.input)}</TextBlock>
            <Comparison expected={seen.expected ?? ''} yours={seen.stdout ?? ''} />
            {seen.truncated === true && <p class="muted">{words.result.truncated}</p>}
            {seen.stderr !== null && seen.stderr !== undefined && seen.stderr !== '' && (
                <>
                    <h4>{words.result.errors}</h4>
                    <MessageText label={words.result.errors} text={seen.stderr} sourceFile={sourceFile} onPlace={onPlace} />
                </>
            )}
            {hidden.length > 0 && <p class="muted note">{words.result.hiddenMore(hidden.map((test) => test.number).join(', '))}</p>}
        </section>
    );
}

/** Why this test failed, unless the result as a whole has said so already. */
function Why({ test, result }: { test: TestResult; result: JobResult }) {
    const { verdict = null, signal = null, exitCode = null, message = null } = test;
    const why = explanation({ verdict, signal, exitCode, message, language: result.language, limits: result.limits ?? null });
    return why === '' || why === explanation(result) ? null : <p>{why}</p>;
}

function orEmpty(text: string | null | undefined) {
    return text === null || text === undefined || text === '' ? <span class="muted">{words.problem.emptyText}</span> : text;
}

/** Every test, one line each. */
export function TestTable({ tests }: { tests: TestResult[] }) {
    const groups = new Set(tests.map((test) => test.group ?? '')).size > 1;
    return (
        <section class="block">
            <h3>{words.result.allTests}</h3>
            <table class="tight" data-testid="tests">
                <thead>
                    <tr>
                        <th scope="col">{words.result.test}</th>
                        {groups && <th scope="col" class="extra">{words.result.group}</th>}
                        <th scope="col">{words.result.verdictColumn}</th>
                        <th scope="col" class="number">
                            {words.result.cpuColumn}
                        </th>
                        <th scope="col" class="number">
                            {words.result.memoryColumn}
                        </th>
                    </tr>
                </thead>
                <tbody>
                    {tests.map((test) => (
                        <tr key={test.number}>
                            <th scope="row">
                                {test.number}
                                {test.visible !== true && <span class="muted"> {words.result.hiddenTest}</span>}
                            </th>
                            {groups && <td class="extra">{groupName(test.group ?? '')}</td>}
                            <td>
                                {test.verdict ? (
                                    <VerdictWord verdict={test.verdict} />
                                ) : (
                                    <span class="muted">{words.result.notRun}</span>
                                )}
                            </td>
                            <td class="number">{cpu(test.cpuMs)}</td>
                            <td class="number">{memory(test.memoryKb)}</td>
                        </tr>
                    ))}
                </tbody>
            </table>
        </section>
    );
}
