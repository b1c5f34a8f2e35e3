/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.error.Problem;
import dev.gretlab.api.setting.Limits;
import java.math.BigDecimal;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What clients send to start a job. */
final class JobRequests {

    private JobRequests() {}

    /** Of any size, so that what is too much is lowered like everything else above the highest. */
    record LimitsRequest(
            @Nullable BigDecimal cpuMs,
            @Nullable BigDecimal memoryMb,
            @Nullable BigDecimal outputKb) {

        /** Fails with 422 for what is no number of anything. */
        Limits over(Limits otherwise) {
            return new Limits(
                    whole("cpuMs", cpuMs, otherwise.cpuMs()),
                    whole("memoryMb", memoryMb, otherwise.memoryMb()),
                    whole("outputKb", outputKb, otherwise.outputKb()));
        }

        private static int whole(String name, @Nullable BigDecimal wanted, int otherwise) {
            if (wanted == null) {
                return otherwise;
            }
            if (wanted.signum() <= 0 || wanted.stripTrailingZeros().scale() > 0) {
                throw Problem.of(
                                422,
                                "bad-limit",
                                "limits."
                                        + name
                                        + " must be a whole number above 0. Leave it out for the usual limit.")
                        .exception();
            }
            return wanted.compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) >= 0
                    ? Integer.MAX_VALUE
                    : wanted.intValueExact();
        }
    }

    record RunRequest(
            @Nullable String language,
            @Nullable String source,
            @Nullable String stdin,
            @Nullable String problem,
            @Nullable LimitsRequest limits) {
        @Override
        public String toString() {
            return "RunRequest";
        }
    }

    record SubmitRequest(
            @Nullable String problem,
            @Nullable String language,
            @Nullable String source,
            @Nullable String contest) {
        @Override
        public String toString() {
            return "SubmitRequest";
        }
    }

    record Accepted(
            UUID id,
            String state,
            @Nullable Integer position,
            int pollAfterMs,
            @Nullable Limits limits) {}
}
