/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { GroupResult } from '../api/types';
import { points } from '../format';
import { VerdictWord } from '../ui/verdict';
import { words } from '../words';

/** A group's name as people say it: its folder, without the part that all share. */
export function groupName(name: string): string {
    return words.result.groupNames[name] ?? name.replace(/^secret\//, '');
}

/** The groups of tests, one line each, with their points. */
export function GroupTable({ groups }: { groups: GroupResult[] }) {
    const scored = groups.some((group) => group.score !== null);
    return (
        <section class="block">
            <h3>{scored ? words.result.groups : words.result.groupsPlain}</h3>
            <table class="tight" data-testid="groups">
                <thead>
                    <tr>
                        <th scope="col">{words.result.group}</th>
                        <th scope="col">{words.result.verdictColumn}</th>
                        {scored && (
                            <th scope="col" class="number">
                                {words.result.pointsColumn}
                            </th>
                        )}
                    </tr>
                </thead>
                <tbody>
                    {groups.map((group) => (
                        <tr key={group.name}>
                            <th scope="row">{groupName(group.name)}</th>
                            <td>
                                {group.verdict === null ? (
                                    <span class="muted" title={words.result.groupNotRun}>
                                        {words.result.notRun}
                                    </span>
                                ) : (
                                    <VerdictWord verdict={group.verdict} />
                                )}
                            </td>
                            {scored && (
                                <td class="number">
                                    {group.score === null
                                        ? words.none
                                        : words.result.pointsOf(points(group.score), group.maxScore === null ? null : points(group.maxScore))}
                                </td>
                            )}
                        </tr>
                    ))}
                </tbody>
            </table>
        </section>
    );
}
