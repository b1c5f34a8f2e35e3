/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { SessionInfo } from '../api/types';
import { words } from '../words';

/** A place of the site that navigation leads to. */
export interface NavigationPlace {
    href: string;
    label: string;
    /** Where the screen is narrow it is in the account menu only. */
    extra?: 'phone' | 'narrow';
}

const everyone: NavigationPlace[] = [
    { href: '/problems', label: words.nav.problems },
    { href: '/submissions', label: words.nav.submissions },
    { href: '/tokens', label: words.nav.tokens, extra: 'phone' },
];

const staff: NavigationPlace[] = [
    { href: '/system-errors', label: words.nav.systemErrors, extra: 'narrow' },
    { href: '/runners', label: words.nav.runners, extra: 'narrow' },
];

/** The places of a person, in order. */
export function placesOf(role: SessionInfo['role']): NavigationPlace[] {
    return role === 'student' ? everyone : [...everyone, ...staff];
}
