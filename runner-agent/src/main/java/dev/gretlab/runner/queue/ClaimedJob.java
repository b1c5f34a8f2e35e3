/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.queue;

import dev.gretlab.runner.judge.Assignment;
import dev.gretlab.runner.judge.Limits;
import dev.gretlab.runner.judge.Work;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A job under a lease of ours.
 *
 * @param runnerId the name under which it was claimed
 * @param token of this attempt
 * @param kind run, submit or contest_submit
 * @param student the same for jobs of the same person, and says nothing else
 */
@SuppressWarnings("ArrayRecordComponent") // compared by nobody
public record ClaimedJob(
        UUID id,
        UUID runnerId,
        int attempt,
        UUID token,
        String kind,
        long student,
        String language,
        byte[] source,
        byte[] stdin,
        Limits limits,
        @Nullable String validator,
        @Nullable String tests) {

    private static final int TIME_SHIFT = 16;

    /**
     * What to judge. IllegalArgumentException when the problem's description is not as agreed; told
     * here and not when claiming, so that it costs no other job its attempt.
     */
    public Assignment assignment() {
        Work work =
                validator == null
                        ? new Work.FreeRun(stdin)
                        : ProblemJson.tests(
                                ProblemJson.validator(validator), tests == null ? "[]" : tests);
        return new Assignment(student, language, source, limits, work);
    }

    /** When it was enqueued, by the database's clock: a UUID of version 7 begins with its time. */
    public Instant enqueuedAt() {
        return Instant.ofEpochMilli(id.getMostSignificantBits() >>> TIME_SHIFT);
    }
}
