/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.error;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What went wrong, as RFC 9457 tells it.
 *
 * @param name the stable end of the type's address
 * @param detail a sentence that the reader can act on
 * @param retryAfter when trying again makes sense
 * @param more further members of the answer
 */
public record Problem(
        int status,
        String name,
        String detail,
        @Nullable Duration retryAfter,
        Map<String, Object> more) {

    private static final String TYPES = "https://gretlab.dev/problems/";

    public static Problem of(int status, String name, String detail) {
        return new Problem(status, name, detail, null, Map.of());
    }

    public Problem after(Duration retryAfter) {
        return new Problem(status, name, detail, retryAfter, more);
    }

    public Problem with(Map<String, Object> more) {
        return new Problem(status, name, detail, retryAfter, more);
    }

    public String type() {
        return TYPES + name;
    }

    /** The name in words. */
    public String title() {
        return Character.toUpperCase(name.charAt(0)) + name.substring(1).replace('-', ' ');
    }

    public ApiException exception() {
        return new ApiException(this);
    }

    /** Also for what exists but is not for the one who asks, so that ids cannot be guessed. */
    public static Problem notFound() {
        return of(404, "not-found", "There is nothing here, or it is not yours to see.");
    }

    public static Problem unauthenticated() {
        return of(
                401,
                "unauthenticated",
                "Sign in first: the session or token is missing, unknown or expired.");
    }

    public static Problem forbidden(String detail) {
        return of(403, "forbidden", detail);
    }

    public static Problem databaseUnavailable() {
        return of(
                        503,
                        "database-unavailable",
                        "The database cannot be reached just now. Try again in a few seconds.")
                .after(Duration.ofSeconds(2));
    }
}
