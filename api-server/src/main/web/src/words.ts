/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import type { Phase, RunnerState, Speaker, Verdict } from './api/types';

/**
 * Every word of the page, in one place for translation: short, plain, in the second person, saying what happened and what
 * to do.
 */

const mac = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.platform);

export function ordinal(n: number): string {
    const tail = n % 100 >= 11 && n % 100 <= 13 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');
    return `${n}${tail}`;
}

function seconds(n: number): string {
    if (n < 60) {
        return `${n} s`;
    }
    return n % 60 === 0 ? `${n / 60} min` : `${Math.floor(n / 60)} min ${n % 60} s`;
}

const verdicts: Record<Verdict, string> = {
    accepted: 'Accepted',
    wrong_answer: 'Wrong answer',
    time_limit: 'Time limit',
    memory_limit: 'Memory limit',
    output_limit: 'Output limit',
    runtime_error: 'Runtime error',
    compile_error: 'Compile error',
    system_error: 'System error',
    cancelled: 'Cancelled',
};

const signals: Record<string, string> = {
    SIGSEGV: 'it used memory that is not its own',
    SIGBUS: 'it used memory in a way the machine cannot',
    SIGABRT: 'it gave up by itself: a failed assertion, or an exception that nothing caught',
    SIGFPE: 'it did arithmetic that has no result, such as a division by zero',
    SIGILL: 'it tried an instruction that does not exist',
    SIGKILL: 'it was ended from outside',
    SIGTERM: 'it was asked to end',
    SIGXCPU: 'it used up its CPU time',
    SIGXFSZ: 'it wrote a file that is too big',
    SIGPIPE: 'it wrote to something that no longer listened',
    SIGSYS: 'it asked the system for something that is not allowed here',
    SIGTRAP: 'it hit a trap',
};

const signalNumbers: Record<number, string> = {
    4: 'SIGILL',
    5: 'SIGTRAP',
    6: 'SIGABRT',
    7: 'SIGBUS',
    8: 'SIGFPE',
    9: 'SIGKILL',
    11: 'SIGSEGV',
    13: 'SIGPIPE',
    15: 'SIGTERM',
    24: 'SIGXCPU',
    25: 'SIGXFSZ',
    31: 'SIGSYS',
};

export const words = {
    product: 'Gretlab',
    title: (page: string) => `${page} – Gretlab`,
    skip: 'Skip to the content',
    loading: 'Loading…',
    close: 'Close',
    cancel: 'Cancel',
    tryNow: 'Try now',
    copy: 'Copy',
    copied: 'Copied',
    copyFailed: 'Copying is not allowed here: select the text and copy it yourself.',
    none: '–',
    nav: { label: 'Main', problems: 'Problems', submissions: 'Submissions', tokens: 'Tokens', systemErrors: 'System errors', runners: 'Runners' },

    connection: {
        label: 'Connection',
        on: 'connected',
        off: 'no connection',
        bar: 'The lab does not answer. What you write is kept in this browser, and everything goes on by itself when the lab is back.',
        back: 'The lab answers again.',
    },

    failure: {
        notFound: 'There is nothing here, or it is not open to you.',
        notFoundTitle: 'Not found',
        toProblems: 'Go to the problems',
        other: (detail: string) => detail || 'That did not work. Load the page again; if it happens again, tell your teacher.',
        offline: 'The lab does not answer. This page loads by itself when it is back.',
        busy: (n: number) => `The lab is busy. Trying again in ${seconds(n)}.`,
        page: 'A part of this page could not be loaded. Your code is kept in this browser.',
        reload: 'Load again',
    },

    account: {
        menu: (name: string) => `${name}: account`,
        signedInAs: (name: string) => `Signed in as ${name}`,
        keys: 'Keys',
        signOut: 'Sign out',
        signOutOffline: 'The lab does not answer, so you are still signed in. Try again in a moment.',
    },

    signIn: {
        title: 'Sign in',
        username: 'Username',
        password: 'Password',
        button: 'Sign in',
        sending: 'Signing in…',
        wrong: 'This username and password do not go together. Check both and try again.',
        missing: 'Type your username and your password.',
        tooMany: (n: number) => `Too many tries. You can try again in ${seconds(n)}.`,
        again: 'Try again now.',
        busy: 'The lab is busy. Try again in a moment.',
        offline: 'The lab does not answer. Try again in a moment.',
        noCookie: 'You are signed in, but this browser did not keep it. Allow cookies for this site, and open it by HTTPS or as localhost.',
        expiredTitle: 'Sign in again',
        expired: 'Your session has ended. Your code is kept: sign in, and you go on where you are.',
        as: (name: string) => `Username: ${name}`,
        someoneElse: (name: string) => `Not ${name}?`,
    },

    problems: {
        title: 'Problems',
        filter: 'Filter problems',
        count: (shown: number, all: number) => (shown === all ? `${all} problems` : `${shown} of ${all} problems`),
        empty: 'There is no problem here yet. When your teacher adds one, it is listed here.',
        noMatch: (text: string) => `No problem matches “${text}”.`,
        clear: 'Show all problems',
        name: 'Problem',
        course: 'Course',
        best: 'My best',
        mine: 'Submissions',
        notTried: 'Not tried',
    },

    table: {
        sortBy: (column: string) => `Sort by ${column}`,
        filterHint: 'Press / to come here',
    },

    problem: {
        panes: 'Parts of the problem',
        statement: 'Statement',
        code: 'Code',
        work: 'Result, input and history',
        limits: 'Limits',
        points: (max: string) => `up to ${max} points`,
        limitCpu: (s: string) => `${s} CPU a test`,
        limitMemory: (mb: string) => `${mb} memory`,
        limitOutput: (size: string) => `${size} output`,
        best: 'My best:',
        samples: 'Samples',
        sample: (n: number) => `Sample ${n}`,
        input: 'Input',
        output: 'Output',
        runThis: 'Run this',
        runThisLabel: (n: number) => `Run this: your code with the input of sample ${n}`,
        copyInput: (n: number) => `Copy the input of sample ${n}`,
        copyOutput: (n: number) => `Copy the output of sample ${n}`,
        emptyText: '(empty)',
        conversation: (n: number) => `Conversation ${n}`,
        speakers: { judge: 'Judge', program: 'Your program' } satisfies Record<Speaker, string>,
        examples: 'Example submissions',
        resize: 'Width of the statement',
        resizeWork: 'Height of the result',
        noLanguages: 'No language is switched on. Tell your teacher.',
    },

    editor: {
        label: (language: string) => `Your ${language} program`,
        language: 'Language',
        plain: 'Plain editor',
        leave: 'Esc, then Tab leaves the editor.',
        placeholder: 'Write your program here. It reads standard input and writes standard output.',
        loading: 'Loading the editor…',
        restored: 'The earlier code is in the editor.',
        undo: 'Undo',
    },

    saved: {
        loading: 'Opening your code…',
        none: 'Nothing written yet',
        typing: 'Saving…',
        now: 'Saved',
        ago: (n: number) => `Saved ${seconds(n)} ago`,
        minutes: (n: number) => `Saved ${n} min ago`,
        local: 'Saved in this browser',
        nowhere: 'Not saved: copy your code to a safe place',
        refused: (detail: string) => `Saved in this browser only. ${detail}`,
        conflict: 'Two versions: choose one',
    },

    conflict: {
        title: 'This code was changed in another place too',
        text: 'Nothing is lost: here are both. Which one do you go on with?',
        theirs: (time: string) => `The other one, of ${time}`,
        keepMine: 'Mine in the editor',
        takeTheirs: 'The other one',
    },

    press: {
        run: 'Run',
        submit: 'Submit',
        runKeys: mac ? '⌘⏎' : 'Ctrl+⏎',
        submitKeys: mac ? '⇧⌘⏎' : 'Shift+Ctrl+⏎',
        empty: 'There is no code yet. Write your program first.',
        already: 'This code is already on its way.',
        conflict: 'There are two versions of your code. Choose one first.',
        sending: 'Sending…',
        waiting: 'Waiting…',
        busy: (n: number) => `The lab is busy. Your code is saved. Trying again in ${seconds(n)}`,
        database: (n: number) => `The lab cannot reach its memory just now. Your code is saved. Trying again in ${seconds(n)}`,
        limit: (detail: string, n: number) => `${detail || 'You have sent many programs at once.'} Trying again in ${seconds(n)}`,
        offline: 'The lab does not answer. Your code is kept here and is sent when the lab is back.',
        stop: 'Stop trying',
        refused: (detail: string) => detail || 'The lab did not take this program.',
    },

    phase: {
        queued: (position: number | null | undefined) =>
            position === null || position === undefined || position < 1
                ? 'Queued'
                : position === 1
                  ? 'Queued, next'
                  : `Queued, ${ordinal(position)}`,
        compiling: 'Compiling',
        running: 'Running',
        test: (n: number, of: number) => `Test ${n} of ${of}`,
        testing: 'Testing',
        again: 'This was our fault, not yours. It does not count. We are trying again.',
        away: 'Waiting for the lab to answer',
        reading: 'Reading the result…',
        button: { queued: 'Queued', compiling: 'Compiling', testing: 'Testing', running: 'Running' } satisfies Record<
            Phase | 'running',
            string
        >,
    },

    result: {
        tab: 'Result',
        inputTab: 'Input',
        historyTab: 'History',
        nothing: 'No result yet.',
        nothingHelp: 'Run tries your program with the text of the Input tab. Submit has it judged by all tests.',
        verdict: (verdict: Verdict, ran: boolean) => (ran && verdict === 'accepted' ? 'Ran' : verdicts[verdict]),
        of: (kind: 'run' | 'submit', language: string, time: string) =>
            `${kind === 'run' ? 'Run' : 'Submit'} at ${time}, ${language}`,
        changed: 'Your code has changed since.',
        cpu: (s: string) => `${s} CPU`,
        tests: (passed: number, of: number) => `${passed} of ${of} tests`,
        points: (score: string, max: string | null) => (max === null ? `${score} points` : `${score} of ${max} points`),
        groups: 'Points by group',
        groupsPlain: 'Groups of tests',
        groupNames: { sample: 'Samples', secret: 'Hidden tests', data: 'All tests' } as Record<string, string>,
        groupNotRun: 'Not run: it counts only after what comes before it',
        pointsColumn: 'Points',
        pointsOf: (score: string, max: string | null) => (max === null ? score : `${score} of ${max}`),
        output: 'Output',
        noOutput: 'Your program printed nothing.',
        errors: 'Error output',
        compiler: 'What the compiler says',
        truncated: 'The end is cut off.',
        binary: 'The output is not text (UTF-8). It is shown in Base64.',
        yours: 'Yours',
        expected: 'Expected',
        input: 'Input',
        failing: (n: number) => `Test ${n}, the first that fails of those you may see`,
        hidden: (n: number) => `Hidden test ${n} fails. Its data stays hidden: think of small, big and unusual inputs.`,
        hiddenMore: (list: string) => `Hidden tests that fail: ${list}.`,
        allTests: 'All tests',
        test: 'Test',
        hiddenTest: 'hidden',
        group: 'Group',
        verdictColumn: 'Verdict',
        cpuColumn: 'CPU',
        memoryColumn: 'Memory',
        notRun: 'Not run',
        sample: (n: number) => `Sample ${n}`,
        sampleSame: (n: number) => `The output is that of sample ${n}.`,
        sampleDiffers: (n: number) => `The output differs from sample ${n}. Where a problem has several right answers, that may be fine.`,
        differs: (line: number, word: number) => `First difference: line ${line}, word ${word} of yours.`,
        differsSpace: (line: number) => `Only white space differs, first in line ${line} of yours.`,
        endsEarly: (line: number) => `Yours ends too early, in line ${line}.`,
        tooMuch: (line: number) => `Yours goes on too long, from line ${line}.`,
        here: 'ends here',
        line: (file: string, line: number) => `Go to line ${line} of ${file}`,
        systemError:
            'This was our fault, not yours. It does not count. Press Run or Submit again; staff see what went wrong and can have this one judged again.',
        cancelled: 'It was stopped before it had finished.',
        gone: 'This result is no longer kept.',
        timeLimit: (limit: string) => `Your program was stopped: it used more than ${limit} of CPU time.`,
        wallLimit: 'Your program was stopped: it waited for too long. Does it wait for input that does not come?',
        timeLimitPlain: 'Your program took too long.',
        memoryLimit: (limit: string) => `Your program needed more than ${limit} of memory.`,
        memoryLimitPlain: 'Your program needed too much memory.',
        outputLimit: (limit: string) => `Your program printed more than ${limit}. Does a loop never end?`,
        outputLimitPlain: 'Your program printed too much. Does a loop never end?',
        compileError: 'Your program could not be translated, so no test was run.',
        signal: (signal: string | number) => {
            const name = typeof signal === 'number' ? (signalNumbers[signal] ?? `signal ${signal}`) : signal;
            const why = signals[name];
            return `Stopped by ${name}${why === undefined ? '' : ': ' + why}.`;
        },
        exit: (code: number, language: string) => {
            if (code === 1 && (language === 'python' || language === 'java' || language === 'javascript')) {
                return 'Ended with exit code 1: an error that nothing caught. See the error output.';
            }
            return `Ended with exit code ${code}. A program that is content ends with 0.`;
        },
    },

    again: {
        withdrawn: 'Withdrawn',
        was: (verdict: string) => `It said: ${verdict}`,
        voided: 'This verdict was withdrawn: the machine that gave it was at fault. That was our fault, not yours. It does not count.',
        voidedAlone: 'Press Run or Submit again.',
        under: 'This was our fault, not yours. It does not count. Staff have it judged again: there is nothing for you to do.',
        first: 'The first judging',
        of: 'This is a new judging. The one before was our fault and does not count.',
        button: 'Judge again',
        buttonFor: (who: string, what: string) => `Judge again: ${what} of ${who}`,
        sending: 'Sending…',
        state: (state: string) => `Judged again: ${state}`,
        link: 'Judged again',
        taken: 'It is judged again.',
        failed: 'The lab does not answer. Press again in a moment: it is not judged twice.',
        forStaff: 'For staff',
        reason: 'What went wrong',
        noReason: 'No reason was recorded.',
    },

    systemErrors: {
        title: 'System errors',
        help: 'Programs that the lab could not judge. They count for nobody. Judging one again makes a new job; the student sees its verdict.',
        filter: 'Filter system errors',
        empty: 'No system error: every program has its verdict. When the lab itself fails, it is listed here with the reason.',
        noMatch: (text: string) => `Nothing on this page matches “${text}”.`,
        clear: 'Show all',
        when: 'When',
        program: 'Program',
        run: 'Run',
        submit: 'Submit',
        who: 'Student',
        language: 'Language',
        reason: 'Reason',
        again: 'Judge again',
        older: 'Older',
        newest: 'Newest',
        more: (who: string, time: string) => `Reason and attempts of ${who}, ${time}`,
        attempts: 'Attempts',
        attempt: 'Attempt',
        runner: 'Runner',
        outcome: 'What happened',
        ended: 'Ended',
        noRunner: 'unknown',
        open: (program: string) => `Open: ${program}`,
        outcomes: {
            judge_failed: 'The judge failed',
            lapsed: 'The runner was not heard of',
            given_back: 'The runner handed it back',
        } as Record<string, string>,
    },

    examples: {
        title: 'Example submissions',
        help: 'The programs of the package, what it claims of each, and what the judge says. They count for nobody and wait behind what students send.',
        empty: 'This package has no example submission that can be judged here.',
        toProblem: 'Back to the problem',
        judge: 'Have them judged',
        again: 'Have them judged again',
        sending: 'Sending…',
        busy: 'Being judged…',
        begun: (n: number) => (n === 1 ? '1 program is being judged.' : `${n} programs are being judged.`),
        noneBegun: 'None was begun: their languages are switched off, or no runner has them.',
        failed: 'The lab does not answer. Press again in a moment: nothing is judged twice.',
        path: 'Submission',
        language: 'Language',
        expected: 'Claimed',
        verdict: 'Verdict',
        agrees: 'As claimed',
        yes: 'Yes',
        no: 'No',
        unknown: 'Not known',
        partNo: 'Not so',
        unknownHelp: 'Judging ended before the tests that this is about.',
        notJudged: 'Not judged',
        open: (path: string) => `Open ${path}`,
        or: ' or ',
        crash: 'Crash',
        any: 'Any verdict',
        once: (verdicts: string) => `at least once ${verdicts}`,
        points: (score: string) => `${score} points`,
        pointsBetween: (low: string, high: string) => `${low} to ${high} points`,
        pointsLow: (low: string) => `at least ${low} points`,
        pointsHigh: (high: string) => `at most ${high} points`,
        foot: (all: number, yes: number, no: number, open: number, out: number) =>
            [
                `${yes} of ${all} as claimed`,
                ...(no > 0 ? [`${no} not`] : []),
                ...(open > 0 ? [`${open} still being judged`] : []),
                ...(out > 0 ? [`${out} left out, as no runner has their language or it is switched off`] : []),
            ].join(', ') + '.',
    },

    runners: {
        title: 'Runners',
        filter: 'Filter runners',
        empty: 'No runner has ever been here: programs wait in the queue. Start one, and it is listed here by itself.',
        noneReady: 'No runner is ready: programs wait in the queue.',
        noMatch: (text: string) => `No runner matches “${text}”.`,
        clear: 'Show all runners',
        name: 'Runner',
        state: 'State',
        slots: 'Slots in use',
        busy: (busy: number, of: number) => `${busy} of ${of}`,
        isolation: 'Isolation',
        languages: 'Languages',
        seen: 'Last seen',
        started: 'Started',
        startedAt: 'The one that was started',
        version: 'Version',
        memory: 'Memory for jobs',
        more: (name: string) => `More about ${name}`,
        foot: (ready: number, busy: number, slots: number) => `${ready} ready, ${busy} of ${slots} slots in use`,
        isolated: {
            gvisor: 'Programs run inside gVisor.',
            namespaces: 'Programs run in namespaces only, on the kernel of the machine.',
        } as Record<string, string>,
        isolations: { gvisor: 'gVisor', namespaces: 'Namespaces only' } as Record<string, string>,
        states: { ready: 'Ready', draining: 'Draining', gone: 'Gone', away: 'Away', voided: 'Withdrawn' } satisfies Record<RunnerState, string>,
        meaning: {
            ready: 'It takes jobs.',
            draining: 'It finishes its jobs and takes no new ones.',
            gone: 'It has ended.',
            away: 'It has not been heard of. Its jobs go back to the queue.',
            voided: 'Its verdicts were withdrawn. It gets no jobs until it is started anew.',
        } satisfies Record<RunnerState, string>,
        withdraw: 'Withdraw its verdicts…',
        withdrawLabel: (name: string) => `Withdraw the verdicts of ${name}…`,
        withdrawTitle: (name: string) => `Withdraw all verdicts of ${name}?`,
        withdrawText:
            'Every verdict that it gave loses its force, and the jobs that it has in hand are taken from it. Submissions are judged again as new jobs, Runs are not. Students see that their verdict was withdrawn. This cannot be undone.',
        withdrawReady: 'It still takes jobs, so it may judge them again itself. Stop it first if it is at fault.',
        withdrawReason: 'Reason',
        withdrawReasonHelp: 'It is kept with your name.',
        needReason: 'Say why its verdicts are withdrawn.',
        withdrawButton: 'Withdraw',
        withdrawing: 'Withdrawing…',
        withdrawn: (voided: number, retried: number) =>
            voided === 0
                ? 'It has no verdict to withdraw.'
                : `${voided === 1 ? '1 verdict is' : `${voided} verdicts are`} withdrawn, ${retried === 1 ? '1 is' : `${retried} are`} judged again.`,
        withdrawnTitle: (name: string) => `Verdicts of ${name}`,
    },

    input: {
        label: 'Input of Run',
        help: 'Run gives this text to your program. It is kept in this browser.',
        sample: (n: number) => `Sample ${n}`,
        clear: 'Clear',
    },

    history: {
        title: 'Your submissions of this problem',
        empty: 'No submission yet. Submit has your code judged by all tests.',
        when: 'When',
        open: (time: string) => `Show the code of ${time}`,
        back: 'All submissions',
        putBack: 'Put back into the editor',
        all: 'Older ones',
        code: 'Code',
    },

    submissions: {
        title: 'Submissions',
        filter: 'Filter submissions',
        empty: 'No submission yet. Open a problem, write a program and press Submit.',
        emptyProblem: 'No submission of this problem yet.',
        noMatch: (text: string) => `Nothing on this page matches “${text}”.`,
        clear: 'Show all',
        ofProblem: (name: string) => `Only ${name}`,
        allProblems: 'All problems',
        when: 'When',
        problem: 'Problem',
        who: 'Student',
        language: 'Language',
        verdict: 'Verdict',
        score: 'Points',
        cpu: 'CPU',
        memory: 'Memory',
        older: 'Older',
        newest: 'Newest',
        one: 'Submission',
        run: 'Run',
        code: 'Code',
        toProblem: 'Open in the editor',
        inFlight: { queued: 'Queued', running: 'Running', done: 'Done' },
    },

    tokens: {
        title: 'Tokens',
        help: 'A token lets a program of yours use the lab in your name. Give each program its own, and revoke it when you no longer need it.',
        name: 'Name',
        nameHelp: 'What is it for? Only you see this.',
        expires: 'Valid for',
        days: (n: number) => `${n} days`,
        year: '1 year',
        forever: 'No end',
        make: 'Make a token',
        making: 'Making…',
        needName: 'Give the token a name.',
        made: (name: string) => `Token “${name}” is made`,
        once: 'Copy it now: it is not shown again.',
        done: 'I have copied it',
        created: 'Made',
        used: 'Last used',
        until: 'Valid until',
        never: 'never',
        noEnd: 'no end',
        revoke: 'Revoke',
        revokeLabel: (name: string) => `Revoke ${name}`,
        revokeTitle: (name: string) => `Revoke “${name}”?`,
        revokeText: 'Programs that use it can no longer reach the lab. This cannot be undone.',
        revoked: (name: string) => `“${name}” is revoked.`,
        empty: 'You have no token. Most people need none: it is for programs, not for the browser.',
    },

    keys: {
        title: 'Keys',
        list: [
            [[mac ? '⌘' : 'Ctrl', 'Enter'], 'Run'],
            [['Shift', mac ? '⌘' : 'Ctrl', 'Enter'], 'Submit'],
            [['Esc', 'Tab'], 'Leave the editor'],
            [['/'], 'Go to the filter of a list'],
            [['?'], 'Show these keys'],
        ] as [string[], string][],
    },
};
