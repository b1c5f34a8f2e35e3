/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.idempotency;

import dev.gretlab.api.error.Problem;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.reactive.ServerHttpRequest;

/** What a client calls one write, however often it sends it. */
public final class IdempotencyKey {

    public static final String HEADER = "Idempotency-Key";

    private static final Pattern FORM = Pattern.compile("[!-~]{1,200}");

    private IdempotencyKey() {}

    /** Null when there is none; fails with 400 when it has a wrong form. */
    public static @Nullable String of(ServerHttpRequest request) {
        String key = request.getHeaders().getFirst(HEADER);
        if (key != null && !FORM.matcher(key).matches()) {
            throw Problem.of(
                            400,
                            "bad-idempotency-key",
                            "An Idempotency-Key is 1 to 200 visible ASCII characters.")
                    .exception();
        }
        return key;
    }
}
