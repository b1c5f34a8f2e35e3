/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.migrations;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What the queue should do, in plain objects: jobs, students and runners are numbers, time is
 * given. Each method answers in the same words as {@link QueueHistory} puts the database's answer
 * in.
 */
final class QueueModel {

    /** The settings that a history runs under. */
    record Rules(int inFlight, int runsPerMinute, int queueLimit, int attempts, Duration lease) {}

    /** A job of the model. */
    static final class Job {
        final int number;
        final int student;
        final String kind;
        final int memoryMb;
        final Instant enqueuedAt;
        final Instant orderKey;
        String state = "queued";
        int attempt;
        boolean alone;
        int runner = -1;
        int lease = -1;
        Instant leaseUntil = Instant.MIN;
        int reservedBy = -1;
        Instant reservedUntil = Instant.MIN;
        String verdict = "null";
        Instant cancelledWhileRunning = Instant.MIN;
        int completedBy = -1;

        Job(int number, int student, String kind, int memoryMb, Instant now) {
            this.number = number;
            this.student = student;
            this.kind = kind;
            this.memoryMb = memoryMb;
            this.enqueuedAt = now;
            this.orderKey =
                    now.minusSeconds(kind.equals("run") ? 0 : kind.equals("submit") ? 10 : 30);
        }

        boolean is(String wanted) {
            return state.equals(wanted);
        }

        String line() {
            return String.join(" ", "" + number, state, "" + attempt, alone ? "t" : "f", verdict);
        }
    }

    private record Key(int job, String body, Instant createdAt) {}

    private final Rules rules;
    private final int[] memoryOfRunners;
    private final List<Job> jobs = new ArrayList<>();
    private final Map<String, Key> keys = new HashMap<>();
    private int leases;

    QueueModel(Rules rules, int... memoryOfRunners) {
        this.rules = rules;
        this.memoryOfRunners = memoryOfRunners.clone();
    }

    String enqueue(
            int student,
            String kind,
            int memoryMb,
            @Nullable String key,
            String body,
            Instant now) {
        String fullKey = student + (kind.equals("run") ? " run " : " submit ") + key;
        Key known = key == null ? null : keys.get(fullKey);
        if (known != null && known.createdAt.isAfter(now.minus(Duration.ofHours(24)))) {
            return known.body.equals(body)
                    ? "old " + known.job + " after " + before(jobs.get(known.job))
                    : "JQ004";
        }
        Instant heartbeatAgo = now.minusSeconds(5);
        if (count(
                        job ->
                                job.student == student
                                        && (!job.is("done")
                                                || job.cancelledWhileRunning.isAfter(heartbeatAgo)))
                >= rules.inFlight) {
            return "JQ001";
        }
        Instant minuteAgo = now.minusSeconds(60);
        if (kind.equals("run")
                && count(job ->
                        job.student == student
                                && job.kind.equals("run")
                                && job.enqueuedAt.isAfter(minuteAgo))
                        >= rules.runsPerMinute) {
            return "JQ002";
        }
        if (count(job -> job.is("queued"))
                >= (kind.equals("run") ? rules.queueLimit : 2 * rules.queueLimit)) {
            return "JQ003";
        }
        Job job = new Job(jobs.size(), student, kind, memoryMb, now);
        jobs.add(job);
        if (key != null) {
            keys.put(fullKey, new Key(job.number, body, now));
        }
        return "new " + job.number + " after " + before(job);
    }

    /** The jobs that the runner gets, as "number.attempt", with ! for those that run alone. */
    List<String> claim(int runner, int slots, int memoryMb, Instant now) {
        List<Job> held =
                jobs.stream().filter(job -> job.is("running") && job.runner == runner).toList();
        if (slots < 1 || held.stream().anyMatch(job -> job.alone)) {
            return List.of();
        }
        List<Job> candidates =
                jobs.stream()
                        .filter(job -> job.is("queued") && job.memoryMb <= memoryOfRunners[runner])
                        .filter(job ->
                                !job.alone
                                        || held.isEmpty()
                                        || job.reservedBy == runner
                                        || !job.reservedUntil.isAfter(now))
                        .sorted(Comparator.comparing(job -> job.orderKey))
                        .limit(slots)
                        .toList();
        List<String> taken = new ArrayList<>();
        int memory = 0;
        for (Job job : candidates) {
            memory += job.memoryMb;
            boolean first = job.equals(candidates.getFirst()) && held.isEmpty();
            if (job.alone && !first) {
                if (job.reservedBy == runner || !job.reservedUntil.isAfter(now)) {
                    job.reservedBy = runner;
                    job.reservedUntil = now.plus(rules.lease);
                }
                break;
            }
            if (memory > memoryMb) {
                if (job.alone) {
                    break;
                }
                // it goes on to look for one to keep, but takes no more
                continue;
            }
            job.state = "running";
            job.attempt++;
            job.runner = runner;
            job.lease = leases++;
            job.leaseUntil = now.plus(rules.lease);
            job.reservedBy = -1;
            job.reservedUntil = Instant.MIN;
            taken.add(job.number + "." + job.attempt + (job.alone ? "!" : ""));
            if (job.alone) {
                break;
            }
        }
        return taken;
    }

    /** The number of the lease that the job is under now. */
    int lease(int job) {
        return jobs.get(job).lease;
    }

    boolean heartbeat(int job, int lease, Instant now) {
        if (!holds(job, lease)) {
            return false;
        }
        jobs.get(job).leaseUntil = now.plus(rules.lease);
        return true;
    }

    boolean progress(int job, int lease) {
        return holds(job, lease);
    }

    String complete(int number, int lease, String verdict) {
        Job job = jobs.get(number);
        if (!holds(number, lease)) {
            return job.completedBy == lease ? "taken" : "JQ005";
        }
        job.completedBy = lease;
        end(job, verdict);
        return "taken";
    }

    String giveBack(int number, int lease) {
        if (!holds(number, lease)) {
            return "JQ005";
        }
        Job job = jobs.get(number);
        job.attempt--;
        requeue(job);
        return "given back";
    }

    String fail(int number, int lease) {
        return holds(number, lease) ? endAttempt(jobs.get(number)) : "JQ005";
    }

    String cancel(int number, int student, Instant now) {
        Job job = jobs.get(number);
        if (job.student != student) {
            return "null";
        }
        String before = job.state;
        if (!job.is("done")) {
            job.cancelledWhileRunning = job.is("running") ? now : Instant.MIN;
            end(job, "cancelled");
        }
        return before;
    }

    /** What became of the jobs whose lease has lapsed, in the order of their numbers. */
    List<String> sweep(Instant now) {
        List<String> outcomes = new ArrayList<>();
        for (Job job : jobs) {
            if (job.is("running") && job.leaseUntil.isBefore(now)) {
                outcomes.add(job.number + " " + endAttempt(job));
            }
        }
        return outcomes;
    }

    /** The whole state, a line for each job. */
    List<String> lines() {
        return jobs.stream().map(Job::line).toList();
    }

    private boolean holds(int number, int lease) {
        Job job = jobs.get(number);
        return job.is("running") && job.lease == lease;
    }

    private String endAttempt(Job job) {
        if (job.attempt < rules.attempts) {
            job.alone = true;
            requeue(job);
            return "requeued";
        }
        end(job, "system_error");
        return "system_error";
    }

    private static void requeue(Job job) {
        job.state = "queued";
        job.runner = -1;
        job.lease = -1;
    }

    private static void end(Job job, String verdict) {
        job.state = "done";
        job.verdict = verdict;
        job.lease = -1;
    }

    private long before(Job own) {
        return own.is("queued")
                ? count(job -> job.is("queued") && job.orderKey.isBefore(own.orderKey))
                : 0;
    }

    private long count(Predicate<Job> condition) {
        return jobs.stream().filter(condition).count();
    }
}
