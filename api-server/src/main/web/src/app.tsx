/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import { type ComponentType } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Refused } from './api/problem';
import { serverNow } from './clock';
import { whenOnline } from './connection';
import { retryDelay } from './live/pace';
import { navigate, type Place, place, safeNext } from './router';
import { loadSession, session } from './session';
import { useStore } from './store';
import { Expired } from './ui/expired';
import { crumbs, Header } from './ui/header';
import { isTyping } from './ui/hooks';
import { KeysDialog } from './ui/keys-dialog';
import { NotFound } from './ui/loaded';
import { OfflineBar } from './ui/offline-bar';
import { words } from './words';

type Page = ComponentType<{ place: Place; slug: string }>;

interface Route {
    pattern: RegExp;
    load: () => Promise<Page>;
}

const routes: Route[] = [
    { pattern: /^\/problems\/?$/, load: async () => (await import('./pages/problems')).ProblemsPage },
    { pattern: /^\/problems\/([^/]+)\/?$/, load: async () => (await import('./pages/problem')).ProblemPage },
    { pattern: /^\/problems\/([^/]+)\/examples\/?$/, load: async () => (await import('./pages/examples')).ExamplesPage },
    { pattern: /^\/submissions\/?$/, load: async () => (await import('./pages/submissions')).SubmissionsPage },
    { pattern: /^\/submissions\/([^/]+)\/?$/, load: async () => (await import('./pages/submission')).SubmissionPage },
    { pattern: /^\/runs\/([^/]+)\/?$/, load: async () => (await import('./pages/submission')).RunPage },
    { pattern: /^\/system-errors\/?$/, load: async () => (await import('./pages/system-errors')).SystemErrorsPage },
    { pattern: /^\/runners\/?$/, load: async () => (await import('./pages/runners')).RunnersPage },
    { pattern: /^\/tokens\/?$/, load: async () => (await import('./pages/tokens')).TokensPage },
];
const signInRoute: Route = { pattern: /^\/signin$/, load: async () => (await import('./pages/signin')).SignInPage };

function routeOf(path: string): Route | undefined {
    return routes.find((route) => route.pattern.test(path));
}

async function loadSessionUntilAnswered(): Promise<void> {
    for (;;) {
        try {
            await loadSession();
            return;
        } catch (error) {
            if (error instanceof Refused) {
                const delay = retryDelay(error.retryAfter, serverNow());
                await new Promise((resolve) => window.setTimeout(resolve, delay));
            } else {
                await whenOnline();
            }
        }
    }
}

export function App() {
    const here = useStore(place);
    const who = useStore(session);
    const [keys, setKeys] = useState(false);
    const main = useRef<HTMLElement>(null);
    const lastPath = useRef(here.path);

    useEffect(() => {
        void loadSessionUntilAnswered();
        const onKey = (event: KeyboardEvent) => {
            if (event.key === '?' && !event.ctrlKey && !event.metaKey && !isTyping(event)) {
                event.preventDefault();
                setKeys(true);
            }
        };
        document.addEventListener('keydown', onKey);
        return () => document.removeEventListener('keydown', onKey);
    }, []);

    useEffect(() => {
        if (who.state === 'none' && here.path !== '/signin') {
            const next = here.path === '/' ? '' : `?next=${encodeURIComponent(location.pathname + location.search)}`;
            navigate('/signin' + next, true);
        } else if (who.state === 'in' && (here.path === '/signin' || here.path === '/')) {
            navigate(safeNext(here.query.get('next')), true);
        }
    }, [who.state, here]);

    useEffect(() => {
        // After going to another page the keyboard and the screen reader start at its top.
        if (lastPath.current !== here.path) {
            lastPath.current = here.path;
            if (document.activeElement === null || document.activeElement === document.body || !main.current?.contains(document.activeElement)) {
                main.current?.focus();
            }
        }
    }, [here.path]);

    const inside = who.state === 'in' || who.state === 'expired';
    const signedOutHere = here.path === '/signin' && who.state !== 'in';
    const route = signedOutHere ? signInRoute : routeOf(here.path);
    // The code of the page comes while the session is asked for.
    return (
        <>
            {inside && (
                <a class="skip" href="#main">
                    {words.skip}
                </a>
            )}
            {inside && <Header info={who.info} onKeys={() => setKeys(true)} />}
            <OfflineBar />
            <main id="main" ref={main} tabIndex={-1}>
                {route === undefined ? (
                    inside && here.path !== '/' && here.path !== '/signin' && <NotFound />
                ) : (
                    <RouteView key={route.pattern.source} route={route} place={here} show={inside || signedOutHere} />
                )}
            </main>
            {who.state === 'expired' && !signedOutHere && <Expired info={who.info} />}
            {keys && <KeysDialog onClose={() => setKeys(false)} />}
        </>
    );
}

function RouteView({ route, place: here, show }: { route: Route; place: Place; show: boolean }) {
    const [page, setPage] = useState<{ Page: Page } | 'failed' | undefined>();
    useEffect(() => {
        let over = false;
        crumbs.set([]);
        route.load().then(
            (loaded) => over || setPage({ Page: loaded }),
            () => over || setPage('failed'),
        );
        return () => {
            over = true;
        };
    }, [route]);
    if (page === 'failed') {
        return (
            <div class="notice">
                <p>{words.failure.page}</p>
                <button type="button" onClick={() => location.reload()}>
                    {words.failure.reload}
                </button>
            </div>
        );
    }
    if (page === undefined || !show) {
        return <p class="notice late">{words.loading}</p>;
    }
    const slug = route.pattern.exec(here.path)?.[1] ?? '';
    return <page.Page key={slug} place={here} slug={decodeURIComponent(slug)} />;
}
