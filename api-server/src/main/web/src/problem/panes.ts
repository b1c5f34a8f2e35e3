/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { words } from '../words';
import type { Tab } from '../ui/tabs';

export type Pane = 'statement' | 'code' | 'result' | 'input' | 'history';

/** The panes under the editor on a wide screen. */
export const lowerPanes: readonly Pane[] = ['result', 'input', 'history'];

const labels: Record<Pane, string> = {
    statement: words.problem.statement,
    code: words.problem.code,
    result: words.result.tab,
    input: words.result.inputTab,
    history: words.result.historyTab,
};

/** The tabs of a screen: all panes on a narrow one, the lower ones on a wide one. */
export function tabsFor(wide: boolean, fresh: Pane | undefined): Tab<Pane>[] {
    const panes: readonly Pane[] = wide ? lowerPanes : ['statement', 'code', ...lowerPanes];
    return panes.map((id) => ({ id, label: labels[id], fresh: id === fresh }));
}
