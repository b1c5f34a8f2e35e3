/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
let mark = false;

/** Says something through the page's one live region. The same words twice would be silent, so they are made to differ. */
export function announce(text: string): void {
    const region = document.getElementById('live');
    if (region !== null) {
        mark = !mark;
        region.textContent = text + (mark ? '\u00a0' : '');
    }
}
