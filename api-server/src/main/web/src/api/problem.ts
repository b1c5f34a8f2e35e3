/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
/** The body of an error answer (RFC 9457), as far as the page reads it. */
export interface ProblemDetails {
    type?: string;
    title?: string;
    detail?: string;
    [field: string]: unknown;
}

/** The API refused a call. `name` of a type `https://gretlab.dev/problems/<name>` is in `reason`. */
export class Refused extends Error {
    constructor(
        readonly status: number,
        readonly reason: string,
        readonly detail: string,
        readonly retryAfter: string | null,
        readonly body: ProblemDetails,
    ) {
        super(`${status} ${reason}`);
    }
}

/** No answer came: the network or the API is away. */
export class Unreachable extends Error {}

export function refusal(status: number, retryAfter: string | null, text: string): Refused {
    let body: ProblemDetails = {};
    try {
        const parsed: unknown = JSON.parse(text);
        if (typeof parsed === 'object' && parsed !== null) {
            body = parsed as ProblemDetails;
        }
    } catch {
        // A proxy's own error page: the status says enough.
    }
    const reason = typeof body.type === 'string' ? (body.type.split('/').pop() ?? '') : '';
    const detail = typeof body.detail === 'string' ? body.detail : (body.title ?? '');
    return new Refused(status, reason, detail, retryAfter, body);
}
