/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusal } from '../src/api/problem';

test('problem details give the reason by the last part of the type', () => {
    const body = JSON.stringify({ type: 'https://gretlab.dev/problems/queue-full', detail: 'The lab is busy.', status: 503 });
    const refused = refusal(503, '15', body);
    assert.deepEqual([refused.status, refused.reason, refused.detail, refused.retryAfter], [503, 'queue-full', 'The lab is busy.', '15']);
});

test('an error that is no problem details still is a refusal', () => {
    for (const text of ['<html>Bad gateway</html>', '', 'null', '"text"', '[]']) {
        const refused = refusal(500, null, text);
        assert.deepEqual([refused.status, refused.reason, refused.detail], [500, '', ''], text);
    }
});
