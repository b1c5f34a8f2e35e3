/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refused, Unreachable } from '../src/api/problem';
import type { Kind, State, Status } from '../src/api/types';
import { ListFollower } from '../src/live/list-follower';

type Answer = State | Error;

/** Follows jobs whose successive answers are given; done when the follower asks for nothing more. */
async function followed(
    answers: Record<string, Answer[]>,
    during?: (follower: ListFollower, asked: string[]) => void,
    first = Object.keys(answers),
) {
    const asked: string[] = [];
    const waits: number[] = [];
    const said: string[] = [];
    let under = 0;
    let most = 0;
    const follower = new ListFollower(
        {
            async read(kind: Kind, id: string): Promise<Status> {
                asked.push(`${kind} ${id}`);
                most = Math.max(most, ++under);
                await Promise.resolve();
                under--;
                during?.(follower, asked);
                const answer = answers[id]?.shift();
                assert.ok(answer !== undefined, `${id} is asked for too often`);
                if (answer instanceof Error) {
                    throw answer;
                }
                return { id, state: answer, pollAfterMs: 1000 };
            },
            async wait(ms) {
                waits.push(ms);
            },
        },
        (status) => said.push(`${status.id} ${status.state}`),
        (id) => said.push(`${id} gone`),
    );
    follower.add(first.map((id) => ({ kind: 'submit', id })));
    await new Promise((resolve) => setTimeout(resolve));
    return { asked, waits, said, most };
}

test('each job is asked for until it is done and no longer, one request at a time', async () => {
    const { asked, said, waits, most } = await followed({ a: ['queued', 'running', 'done'], b: ['done'], c: ['running', 'done'] });
    assert.deepEqual(said, ['a queued', 'b done', 'c running', 'a running', 'c done', 'a done']);
    assert.equal(asked.length, 6);
    assert.equal(most, 1);
    assert.equal(waits.length, 2);
    assert.ok(waits.every((ms) => ms >= 1000 && ms <= 1300));
});

test('a job that is gone is let go, one that is not answered for is asked for again later', async () => {
    const gone = new Refused(404, 'not-found', '', null, {});
    const { said, waits } = await followed({ a: [gone], b: [new Unreachable(), 'done'] });
    assert.deepEqual(said, ['a gone', 'b done']);
    assert.deepEqual(waits.length, 1);
    assert.ok((waits[0] ?? 0) >= 5000);
});

test('a job that comes later is followed too, and one that is known is not followed twice', async () => {
    const { asked } = await followed(
        { a: ['running', 'done'], b: ['done'] },
        (follower, before) => {
            if (before.length === 1) {
                follower.add([
                    { kind: 'submit', id: 'a' },
                    { kind: 'run', id: 'b' },
                ]);
            }
        },
        ['a'],
    );
    assert.deepEqual(asked, ['submit a', 'submit a', 'run b']);
});

test('it takes up work again after it had none', async () => {
    const said: string[] = [];
    const follower = new ListFollower(
        { read: async (_, id) => ({ id, state: 'done', pollAfterMs: 0 }), wait: async () => assert.fail('nothing to wait for') },
        (status) => said.push(status.id),
        assert.fail,
    );
    follower.add([{ kind: 'submit', id: 'a' }]);
    await new Promise((resolve) => setTimeout(resolve));
    follower.add([{ kind: 'submit', id: 'b' }]);
    await new Promise((resolve) => setTimeout(resolve));
    assert.deepEqual(said, ['a', 'b']);
});

test('after stop nothing is asked or said', async () => {
    const { asked, said } = await followed({ a: ['running'], b: ['running'] }, (follower) => follower.stop());
    assert.deepEqual(asked, ['submit a']);
    assert.deepEqual(said, []);
});
