/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect, useRef, useState } from 'preact/hooks';
import { announce } from '../announce';
import { readProblem } from '../api/calls';
import type { Kind, Language, Problem, Sample, Verdict } from '../api/types';
import { recall, remember } from '../memory';
import { setQuery } from '../router';
import { useMedia } from '../ui/hooks';
import { Splitter } from '../ui/splitter';
import { Tabs } from '../ui/tabs';
import { words } from '../words';
import type { View } from '../work/desk';
import { ActionButton } from './action-button';
import { ConflictNote, OtherVersion } from './conflict';
import { EditorPane } from './editor-pane';
import { HistoryPane } from './history-pane';
import { InputPane } from './input-pane';
import { lowerPanes, type Pane, tabsFor } from './panes';
import { ResultPane } from './result-pane';
import { SavedState } from './saved-state';
import { Statement } from './statement';
import { useDesk } from './use-desk';
import { useDraft } from './use-draft';

/** What someone starts with who has not chosen yet. */
const FIRST_LANGUAGE = 'python';

interface Props {
    user: string;
    problem: Problem;
    languages: Language[];
    /** A submission to show first, from the address. */
    submission: string;
}

/** The problem page: statement, editor, and below it result, input and history. */
export function Workbench({ user, problem, languages, submission }: Props) {
    const { slug, samples } = problem;
    const language = useLanguage(user, slug, languages);
    const draft = useDraft(user, slug, language.now);
    const { desk, view } = useDesk(user, slug);
    const [stdin, setStdin] = useStdin(user, slug, samples);
    const [plain, setPlain] = useState(() => recall<boolean>('plain-editor') ?? false);
    const wide = useMedia('(min-width: 1000px)');
    const [pane, setPane] = useState<Pane>(submission === '' ? 'statement' : 'history');
    const [lower, setLower] = useState<Pane>(submission === '' ? 'result' : 'history');
    const [before, setBefore] = useState<{ text: string; language: string } | undefined>();
    const waitingText = useRef<{ text: string; language: string } | undefined>(undefined);
    const bench = useRef<HTMLDivElement>(null);
    const [message, setMessage] = useState('');
    const best = useBest(slug, problem.bestVerdict, view);

    const goTo = (next: Pane) => {
        setPane(next);
        if (lowerPanes.includes(next)) {
            setLower(next);
        }
    };

    const press = (kind: Kind, input = stdin) => {
        const source = draft.text();
        const problemText =
            draft.saved.state === 'conflict' ? words.press.conflict : source.trim() === '' ? words.press.empty : '';
        setMessage(problemText);
        if (problemText !== '') {
            announce(problemText);
            if (!wide) {
                goTo('code');
            }
            return;
        }
        goTo('result');
        setBefore(undefined);
        if (submission !== '') {
            setQuery({ submission: '' });
        }
        if (!desk.press(kind, language.now.id, source, input)) {
            announce(words.press.already);
        }
    };

    const choose = (version: () => void) => {
        setMessage('');
        version();
    };

    const runSample = (sample: Sample) => {
        setStdin(sample.input);
        press('run', sample.input);
    };

    const putBack = (text: string, id: string) => {
        waitingText.current = { text, language: id };
        if (id === language.now.id) {
            putWaiting();
        } else {
            // The editor changes its language first; the text follows when it has.
            language.choose(id);
        }
    };
    const putWaiting = () => {
        const wanted = waitingText.current;
        if (wanted !== undefined && wanted.language === language.now.id && draft.isOpen()) {
            waitingText.current = undefined;
            setBefore({ text: draft.text(), language: wanted.language });
            draft.put(wanted.text);
            setQuery({ submission: '' });
            announce(words.editor.restored);
            if (!wide) {
                goTo('code');
            }
        }
    };
    useEffect(putWaiting, [language.now.id, draft.saved.state === 'loading']);

    const pressNow = useRef(press);
    pressNow.current = press;
    useEffect(() => {
        // Before the editor sees the keys: it would insert a line.
        const onKey = (event: KeyboardEvent) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.altKey) {
                event.preventDefault();
                event.stopPropagation();
                if (!event.repeat && document.querySelector('dialog[open]') === null) {
                    pressNow.current(event.shiftKey ? 'submit' : 'run');
                }
            }
        };
        document.addEventListener('keydown', onKey, { capture: true });
        return () => document.removeEventListener('keydown', onKey, { capture: true });
    }, []);

    useEffect(() => {
        remember('plain-editor', plain);
    }, [plain]);

    const bar = (
        <div class="bar" key="bar">
            <select
                aria-label={words.editor.language}
                data-testid="language"
                value={language.now.id}
                onChange={(event) => {
                    setBefore(undefined);
                    language.choose(event.currentTarget.value);
                }}
            >
                {languages.map((each) => (
                    <option key={each.id} value={each.id}>
                        {wide ? `${each.name} ${each.version}`.trim() : each.name}
                    </option>
                ))}
            </select>
            <SavedState saved={draft.saved} />
            <span class="bar-actions">
                <ActionButton kind="run" view={view} onPress={() => press('run')} />
                <ActionButton kind="submit" view={view} onPress={() => press('submit')} />
            </span>
        </div>
    );
    const tabs = (
        <Tabs
            key="tabs"
            label={wide ? words.problem.work : words.problem.panes}
            tabs={tabsFor(wide, undefined)}
            current={wide ? lower : pane}
            onChange={goTo}
        />
    );
    const shown = (id: Pane) => (wide ? !lowerPanes.includes(id) || id === lower : id === pane);
    const panel = (id: Pane) =>
        wide && !lowerPanes.includes(id)
            ? { id: `pane-${id}`, hidden: false, role: 'region' as const, 'aria-label': id === 'code' ? words.problem.code : words.problem.statement }
            : { id: `pane-${id}`, hidden: !shown(id), role: 'tabpanel' as const, 'aria-labelledby': `tab-${id}` };

    return (
        <div class={wide ? 'bench wide' : 'bench narrow'} ref={bench}>
            {!wide && pane !== 'statement' && <h1 class="unseen">{problem.name}</h1>}
            {!wide && tabs}
            <section key="statement" {...panel('statement')} class="pane statement-pane" tabIndex={0}>
                <Statement problem={problem} best={best} onRunSample={runSample} />
            </section>
            {wide && (
                <Splitter key="split-left" layout={bench} variable="--left" vertical initial={42} label={words.problem.resize} />
            )}
            {wide && bar}
            <section key="code" {...panel('code')} class="pane code-pane">
                {draft.saved.state === 'conflict' && (
                    <ConflictNote onMine={() => choose(draft.keepMine)} onTheirs={() => choose(draft.takeTheirs)} />
                )}
                <div class="code-area">
                    <EditorPane
                        plain={plain}
                        onEdit={(text) => {
                            draft.edit(text);
                            setMessage('');
                        }}
                        onReady={draft.ready}
                    />
                    {draft.saved.state === 'conflict' && <OtherVersion saved={draft.saved} />}
                </div>
                {message !== '' && <p class="pane-note">{message}</p>}
                {before !== undefined && before.language === language.now.id && (
                    <p class="pane-note">
                        {words.editor.restored}{' '}
                        <button
                            type="button"
                            class="link"
                            onClick={() => {
                                draft.put(before.text);
                                setBefore(undefined);
                            }}
                        >
                            {words.editor.undo}
                        </button>
                    </p>
                )}
                <p class="editor-foot">
                    <span>{words.editor.leave}</span>
                    <label>
                        <input type="checkbox" data-testid="plain" checked={plain} onChange={(event) => setPlain(event.currentTarget.checked)} />
                        {words.editor.plain}
                    </label>
                </p>
            </section>
            {wide && (
                <Splitter
                    key="split-lower"
                    layout={bench}
                    variable="--lower"
                    vertical={false}
                    fromEnd
                    initial={42}
                    label={words.problem.resizeWork}
                />
            )}
            {wide && tabs}
            <section key="result" {...panel('result')} class="pane lower-pane" tabIndex={0} data-testid="result">
                <h2 class="unseen">{words.result.tab}</h2>
                <ResultPane
                    view={view}
                    languages={languages}
                    samples={samples}
                    changed={(source, id) => id !== language.now.id || normal(source) !== normal(draft.text())}
                    onPlace={(line, column) => {
                        goTo('code');
                        // A hidden editor cannot take the focus: first the pane is drawn.
                        window.setTimeout(() => draft.goTo(line, column));
                    }}
                    onTryNow={() => desk.tryNow()}
                    onStop={() => void desk.stop()}
                />
            </section>
            <section key="input" {...panel('input')} class="pane lower-pane">
                <InputPane value={stdin} samples={samples} onChange={setStdin} />
            </section>
            <section key="history" {...panel('history')} class="pane lower-pane">
                <h2 class="unseen">{words.result.historyTab}</h2>
                {shown('history') && (
                    <HistoryPane
                        slug={slug}
                        languages={languages}
                        version={view.step === 'done' && view.job.kind === 'submit' ? view.result.id : view.step}
                        chosen={submission}
                        onChoose={(id) => setQuery({ submission: id })}
                        onPutBack={putBack}
                    />
                )}
            </section>
            {!wide && bar}
        </div>
    );
}

/** The own best of a problem, with what has been judged since the page was loaded. */
function useBest(slug: string, before: Verdict | null, view: View): Verdict | null {
    const [best, setBest] = useState(before);
    useEffect(() => {
        if (view.step === 'done' && view.job.kind === 'submit') {
            const { verdict } = view.result;
            if (view.job.retryOf !== undefined) {
                // what was withdrawn may have been the best
                void readProblem(slug).then(
                    (problem) => setBest(problem.bestVerdict),
                    () => undefined,
                );
            } else if (view.result.voided === true) {
                return;
            } else if (verdict === 'accepted' || (best === null && verdict !== 'system_error' && verdict !== 'cancelled')) {
                setBest(verdict);
            }
        }
    }, [view]);
    return best;
}

/** The server keeps line ends in one way, so they do not count as a change. */
function normal(text: string): string {
    return text.replace(/\r\n?/g, '\n').replace(/^\ufeff/, '');
}

function useLanguage(user: string, slug: string, languages: Language[]) {
    const ofProblem = `language:${user}:${slug}`;
    const ofUser = `language:${user}`;
    const [id, setId] = useState(() => recall<string>(ofProblem) ?? recall<string>(ofUser) ?? '');
    const known = (wanted: string) => languages.find((language) => language.id === wanted);
    const now = known(id) ?? known(FIRST_LANGUAGE) ?? (languages[0] as Language);
    return {
        now,
        choose(next: string) {
            remember(ofProblem, next);
            remember(ofUser, next);
            setId(next);
        },
    };
}

function useStdin(user: string, slug: string, samples: Sample[]): [string, (value: string) => void] {
    const memory = `input:${user}:${slug}`;
    const [stdin, setStdin] = useState(() => recall<string>(memory) ?? samples[0]?.input ?? '');
    return [
        stdin,
        (value) => {
            remember(memory, value);
            setStdin(value);
        },
    ];
}
