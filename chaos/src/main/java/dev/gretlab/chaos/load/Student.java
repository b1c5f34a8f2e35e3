/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.load;

import dev.gretlab.chaos.client.Answer;
import dev.gretlab.chaos.client.EventStream;
import dev.gretlab.chaos.client.LabClient;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Carries one press to its result, as the page does: sends it with a key, waits where it is asked
 * to, follows it by its stream and by status requests, and reads the result.
 */
final class Student {

    /** How long an open stream may say nothing before the page asks by itself. */
    private static final long QUIET_MS = 10_000;

    /** How long a new stream may take until its first word. */
    private static final long FIRST_WORD_MS = 1_500;

    /** From opening a stream that was refused to trying it again. */
    private static final long REOPEN_NANOS = 4_000_000_000L;

    /** After how long a browser opens an interrupted stream again by itself. */
    private static final long RECONNECT_NANOS = 3_000_000_000L;

    /** How long the page waits at least after a status that it did not get. */
    private static final long REFUSED_STATUS_MS = 2_000;

    /** What has no answer by then is broken. */
    private static final Duration LONGEST_ANSWER = Duration.ofSeconds(15);

    private final LabClient lab;
    private final Press press;
    private final Ledger ledger;
    private final boolean events;
    private final long beginning;
    private final long deadline;
    private final boolean timed;
    private final boolean outageAllowed;
    private @Nullable EventStream stream;
    private String lastBreak = "";

    /**
     * @param beginning nanoTime of the schedule's zero
     * @param timed false for presses of the warm-up
     */
    Student(
            LabClient lab,
            Press press,
            Ledger ledger,
            LoadArguments arguments,
            long beginning,
            boolean timed) {
        this.lab = lab.withPatience(LONGEST_ANSWER);
        this.press = press;
        this.ledger = ledger;
        this.events = arguments.follow() == LoadArguments.Follow.EVENTS;
        this.beginning = beginning;
        this.deadline = beginning + press.atNanos() + arguments.patience() * 1_000_000_000L;
        this.timed = timed;
        this.outageAllowed = arguments.outageAllowed();
    }

    void carry() throws InterruptedException {
        long intended = beginning + press.atNanos();
        ledger.late.record(System.nanoTime() - intended);
        try {
            Answer accepted = send();
            String path =
                    (press.task().submit() ? "/api/v1/submissions/" : "/api/v1/runs/")
                            + accepted.body().path("id").asString();
            follow(path, accepted.body().path("pollAfterMs").asLong(1_000));
            JsonNode result = read(Call.RESULT, path).body();
            long took = System.nanoTime() - intended;
            check(result);
            ledger.finished.increment();
            if (timed) {
                ledger.tests.add(result.path("tests").size());
                (press.task().submit() ? ledger.submits : ledger.runs).record(took);
            }
        } catch (PressFailed e) {
            ledger.failed(press, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            ledger.failed(press, e.toString());
        } finally {
            // only now: the server ends it by itself after the verdict, and a stream that is
            // cancelled just when it ends can take another call's connection with it
            if (stream != null) {
                stream.close();
            }
        }
    }

    private Answer send() throws PressFailed, InterruptedException {
        Task task = press.task();
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("language", task.language());
        body.put("source", task.source());
        if (task.problem() != null) {
            body.put("problem", task.problem());
        } else {
            body.put("stdin", task.stdin());
        }
        if (task.cpuMs() != null) {
            body.put("limits", Map.of("cpuMs", task.cpuMs()));
        }
        String path = task.submit() ? "/api/v1/submissions" : "/api/v1/runs";
        Call call = task.submit() ? Call.POST_SUBMISSION : Call.POST_RUN;
        String key = UUID.randomUUID().toString();
        boolean refused = false;
        boolean metOutage = false;
        while (true) {
            Answer answer = once(call, () -> lab.post(path, body, key));
            if (answer == null || broken(answer)) {
                ledger.replayed(
                        press,
                        answer == null ? lastBreak : "the gateway answered " + answer.status());
                answer = once(call, () -> lab.post(path, body, key));
            }
            if (answer == null) {
                throw new PressFailed("the connection broke twice: " + lastBreak);
            }
            if (answer.status() == 202) {
                return answer;
            }
            if (byRule(answer)) {
                (answer.status() == 429 ? ledger.refused429 : ledger.refused503).increment();
                if (!refused) {
                    ledger.refusedPresses.increment();
                    refused = true;
                }
            } else if (ofOutage(answer)) {
                ledger.outageAnswers.increment();
                if (!metOutage) {
                    ledger.outagePresses.increment();
                    metOutage = true;
                }
            } else {
                throw new PressFailed("answered " + answer.status() + ": " + reason(answer));
            }
            pause(afterRefusal(answer), "refused with " + answer.status() + ": " + reason(answer));
        }
    }

    /** A limit was met: the student's own, or the queue's. */
    private static boolean byRule(Answer answer) {
        return answer.saysRetryAfter()
                && (answer.status() == 429
                        || (answer.status() == 503 && answer.problem().equals("queue-full")));
    }

    /** A part is away, the API says so, and the arguments foresee it. */
    private boolean ofOutage(Answer answer) {
        return outageAllowed && answer.status() == 503 && answer.saysRetryAfter();
    }

    /** Returns when the job is done. */
    private void follow(String path, long firstPace) throws PressFailed, InterruptedException {
        long pace = firstPace;
        long openAgainAt = System.nanoTime();
        long openedAt = openAgainAt;
        boolean heard = false;
        long wait = events ? Math.max(FIRST_WORD_MS, spread(pace)) : spread(pace);
        while (true) {
            if (events && stream == null && System.nanoTime() - openAgainAt >= 0) {
                openedAt = System.nanoTime();
                stream = lab.events(path + "/events");
                heard = false;
            }
            JsonNode status;
            if (stream == null) {
                pause(wait, "no verdict");
                status = askStatus(path);
            } else {
                EventStream.Next next = stream.next(Math.min(wait, left("no verdict")));
                switch (next) {
                    case EventStream.Event event -> {
                        if (!heard && timed) {
                            ledger.times(Call.FIRST_EVENT).record(System.nanoTime() - openedAt);
                        }
                        heard = true;
                        if (!event.name().equals("status")) {
                            continue;
                        }
                        status = event.data();
                    }
                    case EventStream.Silence silence -> status = askStatus(path);
                    case EventStream.End end -> {
                        ledger.brokenStreams.increment();
                        stream.close();
                        stream = null;
                        heard = false;
                        openAgainAt =
                                end.status() == 200 || end.status() == 0
                                        ? System.nanoTime() + RECONNECT_NANOS
                                        : Math.max(System.nanoTime(), openedAt + REOPEN_NANOS);
                        wait = spread(Math.min(pace, 1_000));
                        continue;
                    }
                }
            }
            if (status == null) {
                wait = spread(Math.max(REFUSED_STATUS_MS, pace));
                continue;
            }
            if (status.path("state").asString("").equals("done")) {
                return;
            }
            pace = status.path("pollAfterMs").asLong(1_000);
            wait = heard && stream != null ? QUIET_MS : spread(pace);
        }
    }

    private @Nullable JsonNode askStatus(String path) throws PressFailed, InterruptedException {
        ledger.statusRequests.count(System.nanoTime() - beginning);
        Answer answer = once(Call.STATUS, () -> lab.get(path + "/status"));
        if (answer == null || broken(answer)) {
            ledger.repeatedReads.increment();
            return null;
        }
        if (ofOutage(answer)) {
            ledger.outageReads.increment();
            return null;
        }
        if (answer.status() != 200) {
            throw new PressFailed("status answered " + answer.status() + ": " + reason(answer));
        }
        return answer.body();
    }

    private Answer read(Call call, String path) throws PressFailed, InterruptedException {
        while (true) {
            Answer answer = once(call, () -> lab.get(path));
            if (answer != null && answer.status() == 200) {
                return answer;
            }
            if (answer == null || broken(answer)) {
                ledger.repeatedReads.increment();
                pause(spread(500), "no result");
            } else if (ofOutage(answer)) {
                ledger.outageReads.increment();
                pause(afterRefusal(answer), "no result");
            } else {
                throw new PressFailed("result answered " + answer.status() + ": " + reason(answer));
            }
        }
    }

    private void check(JsonNode result) throws PressFailed {
        Task task = press.task();
        String verdict = result.path("verdict").asString("none");
        if (!verdict.equals(task.verdict())) {
            throw new PressFailed(
                    "verdict "
                            + verdict
                            + " instead of "
                            + task.verdict()
                            + ", "
                            + result.path("id"));
        }
        if (task.stdout() != null && !task.stdout().equals(result.path("stdout").asString(""))) {
            throw new PressFailed(
                    "printed "
                            + result.path("stdout")
                            + " instead of "
                            + task.stdout().strip()
                            + ", "
                            + result.path("id"));
        }
    }

    /** Null: the connection broke. */
    private @Nullable Answer once(Call call, Supplier<Answer> request) {
        long start = System.nanoTime();
        try {
            return request.get();
        } catch (UncheckedIOException e) {
            lastBreak = String.valueOf(e.getMessage());
            return null;
        } finally {
            if (timed) {
                ledger.times(call).record(System.nanoTime() - start);
            }
        }
    }

    /** The gateway lost the server behind it. */
    private static boolean broken(Answer answer) {
        return answer.status() == 502 || answer.status() == 504;
    }

    private static String reason(Answer answer) {
        return answer.body().path("detail").asString("no reason given");
    }

    /**
     * The pace that the server asked for, a little longer, so that a class does not ask together.
     */
    private static long spread(long pace) {
        return (long)
                (Math.clamp(pace, 200, 30_000)
                        * (1 + 0.3 * ThreadLocalRandom.current().nextDouble()));
    }

    private static long afterRefusal(Answer answer) {
        return 1_000 * Math.max(1, answer.retryAfter(5))
                + ThreadLocalRandom.current().nextLong(1_000);
    }

    private void pause(long millis, String otherwise) throws PressFailed, InterruptedException {
        TimeUnit.MILLISECONDS.sleep(Math.min(millis, left(otherwise)));
    }

    /** Milliseconds of patience that are left. */
    private long left(String otherwise) throws PressFailed {
        long left = (deadline - System.nanoTime()) / 1_000_000;
        if (left <= 0) {
            throw new PressFailed("gave up: " + otherwise);
        }
        return left;
    }
}
