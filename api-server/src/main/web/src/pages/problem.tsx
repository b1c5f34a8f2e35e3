/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { useEffect } from 'preact/hooks';
import { listLanguages, readProblem } from '../api/calls';
import type { Place } from '../router';
import { currentUser } from '../session';
import { crumbs } from '../ui/header';
import { useTitle } from '../ui/hooks';
import { LoadedView } from '../ui/loaded';
import { useLoad } from '../ui/use-load';
import { words } from '../words';
import { Workbench } from '../problem/workbench';

export function ProblemPage({ place, slug }: { place: Place; slug: string }) {
    const [loaded] = useLoad(async () => {
        const [problem, languages] = await Promise.all([readProblem(slug), listLanguages()]);
        return { problem, languages };
    }, [slug]);
    const problem = loaded.state === 'ready' ? loaded.value.problem : undefined;
    useTitle(words.title(problem?.name ?? words.problem.statement));
    useEffect(() => {
        crumbs.set(problem === undefined ? [] : [problem.courseName, problem.name]);
    }, [problem]);
    // The editor's code is fetched while the problem is.
    useEffect(() => void import('../editor/code-mirror').catch(() => undefined), []);
    return (
        <LoadedView of={loaded}>
            {(value) =>
                value.languages.length === 0 ? (
                    <p class="notice">{words.problem.noLanguages}</p>
                ) : (
                    <Workbench
                        user={currentUser()}
                        problem={value.problem}
                        languages={value.languages}
                        submission={place.query.get('submission') ?? ''}
                    />
                )
            }
        </LoadedView>
    );
}
