/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What clients send to start a job. */
final class JobRequests {

    private JobRequests() {}

    record LimitsRequest(
            @Nullable Integer cpuMs, @Nullable Integer memoryMb, @Nullable Integer outputKb) {}

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
            dev.gretlab.api.setting.@Nullable Limits limits) {}
}
