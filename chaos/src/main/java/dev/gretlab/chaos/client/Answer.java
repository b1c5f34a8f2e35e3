/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.client;

import java.net.http.HttpHeaders;
import tools.jackson.databind.JsonNode;

/**
 * What the lab answered.
 *
 * @param status HTTP status
 * @param body the JSON; a missing node when there was none
 */
public record Answer(int status, HttpHeaders headers, JsonNode body) {

    /** Seconds of Retry-After, or the given default. */
    public long retryAfter(long otherwise) {
        return headers.firstValue("Retry-After").map(Long::parseLong).orElse(otherwise);
    }

    /** Whether it says when to come back. */
    public boolean saysRetryAfter() {
        return headers.firstValue("Retry-After").isPresent();
    }

    /** The end of the problem's type, which is its name; empty when the answer is no problem. */
    public String problem() {
        String type = body.path("type").asString("");
        return type.substring(type.lastIndexOf('/') + 1);
    }

    /** The answer itself, or an exception that quotes the problem's sentence. */
    public Answer expect(int expected) {
        if (status != expected) {
            throw new UnexpectedAnswer(
                    "The lab answered "
                            + status
                            + " instead of "
                            + expected
                            + ": "
                            + body.path("detail").asString(body.toString()));
        }
        return this;
    }
}
