/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { Attempt, SystemError } from '../api/types';
import { TextBlock } from '../ui/text-block';
import { Time } from '../ui/time';
import { words } from '../words';

function Ended({ attempt }: { attempt: Attempt }) {
    return attempt.endedAt === null ? <>{words.none}</> : <Time iso={attempt.endedAt} />;
}

/** Why a job has no verdict, and what was tried. */
export function SystemErrorDetail({ line, language }: { line: SystemError; language: string }) {
    return (
        <div class="detail-body" data-testid="system-error-detail">
            <section class="block">
                <h2 class="minor">{words.systemErrors.reason}</h2>
                <TextBlock label={words.systemErrors.reason}>{line.reason ?? words.again.noReason}</TextBlock>
                <p class="note muted narrow-only">
                    {words.systemErrors.language}: {language}
                </p>
            </section>
            {line.attempts.length > 0 && (
                <section class="block">
                    <h2 class="minor">{words.systemErrors.attempts}</h2>
                    <table class="tight" data-testid="attempts">
                        <thead>
                            <tr>
                                <th scope="col">{words.systemErrors.attempt}</th>
                                <th scope="col">{words.systemErrors.runner}</th>
                                <th scope="col">{words.systemErrors.outcome}</th>
                                <th scope="col" class="extra">
                                    {words.systemErrors.ended}
                                </th>
                            </tr>
                        </thead>
                        <tbody>
                            {line.attempts.map((attempt, i) => (
                                <tr key={i}>
                                    <th scope="row">{attempt.attempt}</th>
                                    <td>{attempt.runnerName ?? words.systemErrors.noRunner}</td>
                                    <td class="free">
                                        {words.systemErrors.outcomes[attempt.outcome] ?? attempt.outcome}
                                        {attempt.reason !== null && attempt.reason !== line.reason && <>: {attempt.reason}</>}
                                        <span class="narrow-only muted">
                                            <Ended attempt={attempt} />
                                        </span>
                                    </td>
                                    <td class="extra">
                                        <Ended attempt={attempt} />
                                    </td>
                                </tr>
                            ))}
                        </tbody>
                    </table>
                </section>
            )}
        </div>
    );
}
