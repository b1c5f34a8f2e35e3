/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a test enqueues.
 *
 * @param version of the problem; null for a run without a problem
 * @param body stands for the whole request, whose hash goes with the idempotency key
 */
record JobRequest(
        UUID student,
        String kind,
        String language,
        int memoryMb,
        @Nullable UUID version,
        @Nullable UUID contest,
        @Nullable String key,
        @Nullable String body) {

    static final byte[] SOURCE = "print(input())".getBytes(StandardCharsets.UTF_8);
    static final byte[] STDIN = "42".getBytes(StandardCharsets.UTF_8);

    static JobRequest run(UUID student) {
        return new JobRequest(student, "run", "python", 256, null, null, null, null);
    }

    static JobRequest submit(UUID student, UUID version) {
        return new JobRequest(student, "submit", "python", 256, version, null, null, null);
    }

    static JobRequest contestSubmit(UUID student, UUID version, UUID contest) {
        return new JobRequest(
                student, "contest_submit", "python", 256, version, contest, null, null);
    }

    JobRequest language(String other) {
        return new JobRequest(student, kind, other, memoryMb, version, contest, key, body);
    }

    JobRequest memory(int megabytes) {
        return new JobRequest(student, kind, language, megabytes, version, contest, key, body);
    }

    /** With an idempotency key; the body stands for all that the request says. */
    JobRequest key(String newKey, String newBody) {
        return new JobRequest(student, kind, language, memoryMb, version, contest, newKey, newBody);
    }
}
