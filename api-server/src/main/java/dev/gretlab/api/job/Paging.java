/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.error.Problem;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A page of a list, newest first.
 *
 * @param before the last job of the page before, or null for the first page
 */
record Paging(@Nullable UUID before, int limit) {

    private static final int LARGEST = 200;

    /** Fails with 400 when the limit is no size of a page. */
    static Paging of(@Nullable String before, int limit) {
        if (limit < 1 || limit > LARGEST) {
            throw Problem.of(400, "bad-parameter", "limit is from 1 to " + LARGEST + ".")
                    .exception();
        }
        return new Paging(before == null ? null : JobPath.id(before), limit);
    }

    /** One more than is shown, so that the end is noticed. */
    int fetched() {
        return limit + 1;
    }

    <T> List<T> shown(List<T> fetched) {
        return fetched.size() <= limit ? fetched : fetched.subList(0, limit);
    }

    /** Where the next page begins; null at the end. */
    <T> @Nullable UUID next(List<T> fetched, Function<T, UUID> id) {
        return fetched.size() <= limit ? null : id.apply(fetched.get(limit - 1));
    }
}
