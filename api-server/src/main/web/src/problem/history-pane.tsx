/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useRef } from 'preact/hooks';
import { listSubmissions, readJob } from '../api/calls';
import type { Language } from '../api/types';
import { cpu, exactly, memory, when } from '../format';
import { serverNow } from '../clock';
import { JobResultView } from '../result/job-result';
import { CodeView } from '../ui/code-view';
import { LoadedView } from '../ui/loaded';
import { Time } from '../ui/time';
import { useLoad } from '../ui/use-load';
import { LineVerdict } from '../ui/verdict';
import { words } from '../words';

interface Props {
    slug: string;
    languages: Language[];
    /** Changes when there is something new to list. */
    version: string;
    chosen: string;
    onChoose: (id: string) => void;
    onPutBack: (source: string, language: string) => void;
}

/** Own submissions of this problem; one of them with its code. */
export function HistoryPane(props: Props) {
    return props.chosen === '' ? <List {...props} /> : <One key={props.chosen} {...props} />;
}

function nameOf(languages: Language[], id: string): string {
    return languages.find((language) => language.id === id)?.name ?? id;
}

function List({ slug, languages, version, onChoose }: Props) {
    const [page] = useLoad(() => listSubmissions({ problem: slug, limit: 20 }), [slug, version]);
    return (
        <LoadedView of={page}>
            {({ items, next }) =>
                items.length === 0 ? (
                    <div class="empty-pane">
                        <p>{words.history.empty}</p>
                    </div>
                ) : (
                    <>
                        <table class="tight" data-testid="history">
                            <caption class="unseen">{words.history.title}</caption>
                            <thead>
                                <tr>
                                    <th scope="col">{words.history.when}</th>
                                    <th scope="col">{words.result.verdictColumn}</th>
                                    <th scope="col">{words.editor.language}</th>
                                    <th scope="col" class="number extra">
                                        {words.result.cpuColumn}
                                    </th>
                                    <th scope="col" class="number extra">
                                        {words.result.memoryColumn}
                                    </th>
                                </tr>
                            </thead>
                            <tbody>
                                {items.map((line) => (
                                    <tr key={line.id}>
                                        <td>
                                            <button
                                                type="button"
                                                class="link"
                                                title={exactly(line.createdAt)}
                                                aria-label={words.history.open(when(line.createdAt, serverNow()))}
                                                onClick={() => onChoose(line.id)}
                                            >
                                                {when(line.createdAt, serverNow())}
                                            </button>
                                        </td>
                                        <td>
                                            {line.verdict === null ? (
                                                <span class="verdict calm">{words.submissions.inFlight[line.state]}</span>
                                            ) : (
                                                <LineVerdict verdict={line.verdict} voided={line.voided} />
                                            )}
                                        </td>
                                        <td>{nameOf(languages, line.language)}</td>
                                        <td class="number extra">{cpu(line.cpuMs)}</td>
                                        <td class="number extra">{memory(line.memoryKb)}</td>
                                    </tr>
                                ))}
                            </tbody>
                        </table>
                        {next !== null && (
                            <p class="pager">
                                <a href={`/submissions?problem=${encodeURIComponent(slug)}&before=${encodeURIComponent(next)}`}>
                                    {words.history.all}
                                </a>
                            </p>
                        )}
                    </>
                )
            }
        </LoadedView>
    );
}

function One({ languages, chosen, onChoose, onPutBack }: Props) {
    const [job] = useLoad(() => readJob('submit', chosen), [chosen]);
    const back = useRef<HTMLButtonElement>(null);
    useEffect(() => back.current?.focus({ preventScroll: true }), []);
    return (
        <>
            <p>
                <button type="button" class="small" ref={back} onClick={() => onChoose('')}>
                    {words.history.back}
                </button>
            </p>
            <LoadedView of={job}>
                {(result) => (
                    <>
                        <div class="block-head">
                            <h3>
                                <Time iso={result.createdAt} />
                                {', '}
                                {nameOf(languages, result.language)}
                            </h3>
                            <button
                                type="button"
                                class="small"
                                data-testid="put-back"
                                onClick={() => onPutBack(result.source, result.language)}
                            >
                                {words.history.putBack}
                            </button>
                        </div>
                        <CodeView source={result.source} label={words.history.code} />
                        {result.state === 'done' && (
                            <JobResultView
                                kind="submit"
                                testId="history-verdict"
                                result={result}
                                {...sourceFileOf(languages, result.language)}
                            />
                        )}
                    </>
                )}
            </LoadedView>
        </>
    );
}

function sourceFileOf(languages: Language[], id: string): { sourceFile: string } | object {
    const language = languages.find((each) => each.id === id);
    return language === undefined ? {} : { sourceFile: language.sourceFile };
}
