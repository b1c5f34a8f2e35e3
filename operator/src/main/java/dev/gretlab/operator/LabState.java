/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What the API told of its lab, as far as the operator acts on it: two that are equal need no
 * second look. Runners say of themselves what they like, so their words are cut to what is harmless
 * in a status.
 *
 * @param runners those online, in the order of their names
 * @param contests those that run
 * @param connectionLimit connections that the database takes from the lab's roles; {@link
 *     #UNKNOWN_LIMIT} when the API is of a version that does not tell
 */
record LabState(List<Runner> runners, List<Contest> contests, int connectionLimit) {

    static final int UNKNOWN_LIMIT = 0;

    private static final ObjectMapper JSON = new ObjectMapper();

    LabState {
        runners = List.copyOf(runners);
        contests = List.copyOf(contests);
    }

    /**
     * A runner's word about itself.
     *
     * @param failed what did not hold in its self-test
     */
    record Runner(String name, String isolation, List<String> failed) {
        Runner {
            failed = List.copyOf(failed);
        }
    }

    /** A contest that runs until then. */
    record Contest(String slug, Instant endsAt) {}

    /** Fails when it is not what the API of this version says. */
    static LabState read(byte[] json) throws IOException {
        JsonNode root = JSON.readTree(json);
        JsonNode runners = root.path("runners");
        JsonNode contests = root.path("runningContests");
        if (!runners.isArray() || !contests.isArray()) {
            throw new IOException("it names no runners or no contests");
        }
        List<Runner> online = new ArrayList<>();
        for (JsonNode runner : runners) {
            if (runner.path("online").asBoolean()) {
                List<String> failed = new ArrayList<>();
                runner.path("failed").forEach(name -> failed.add(harmless(name.asText())));
                // the word and the list come from one place; whoever says only one is believed
                // the worse
                if (failed.isEmpty() && !runner.path("selfTestPassed").asBoolean()) {
                    failed.add("selfTest");
                }
                online.add(
                        new Runner(
                                harmless(runner.path("name").asText()),
                                harmless(runner.path("isolation").asText()),
                                failed));
            }
        }
        online.sort(java.util.Comparator.comparing(Runner::name));
        List<Contest> running = new ArrayList<>();
        for (JsonNode contest : contests) {
            try {
                running.add(
                        new Contest(
                                harmless(contest.path("slug").asText()),
                                Instant.parse(contest.path("endsAt").asText())));
            } catch (DateTimeException e) {
                throw new IOException("a contest has no end", e);
            }
        }
        return new LabState(online, running, root.path("connectionLimit").asInt(UNKNOWN_LIMIT));
    }

    private static String harmless(String word) {
        String cut = word.substring(0, Math.min(word.length(), 63));
        return cut.replaceAll("[^A-Za-z0-9._-]", "?");
    }
}
