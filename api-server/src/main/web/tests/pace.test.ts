/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pollDelay, reconnectDelay, retryDelay } from '../src/live/pace';

test('polling keeps the pace of the server and spreads it upwards only', () => {
    assert.equal(pollDelay(1000, () => 0), 1000);
    assert.equal(pollDelay(1000, () => 1), 1300);
});

test('polling never becomes a loop and never stops', () => {
    assert.equal(pollDelay(0, () => 0), 200);
    assert.equal(pollDelay(-5, () => 0), 200);
    assert.equal(pollDelay(1e9, () => 0), 30_000);
    assert.equal(pollDelay(Number.NaN, () => 0), 1000);
});

test('reaching a lost server again slows down to a bound', () => {
    const delays = Array.from({ length: 20 }, (_, attempt) => reconnectDelay(attempt, () => 0.5));
    assert.equal(delays[0], 500);
    assert.ok(delays.every((delay, i) => i === 0 || delay >= (delays[i - 1] ?? 0)));
    assert.equal(delays.at(-1), 8000);
});

test('Retry-After comes in seconds or as a date', () => {
    assert.equal(retryDelay('15', 0, () => 0), 15_000);
    assert.equal(retryDelay('Thu, 01 Jan 1970 00:00:20 GMT', 5000, () => 0), 15_000);
    assert.equal(retryDelay('15', 0, () => 0.999), 15_999);
});

test('a Retry-After that is missing, past or absurd still gives a sane wait', () => {
    assert.equal(retryDelay(null, 0, () => 0), 5000);
    assert.equal(retryDelay('soon', 0, () => 0), 5000);
    assert.equal(retryDelay('0', 0, () => 0), 1000);
    assert.equal(retryDelay('Thu, 01 Jan 1970 00:00:20 GMT', 1e9, () => 0), 1000);
    assert.equal(retryDelay('999999', 0, () => 0), 300_000);
});
