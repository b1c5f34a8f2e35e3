/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.chaos.cases;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Compares what a run came to with what its case says. */
final class CaseCheck {

    private CaseCheck() {}

    /**
     * Every difference, each a phrase; empty when the case holds.
     *
     * @param millis from press to verdict on an idle machine; null when it is busy: then nobody can
     *     say how long it may take, nor how far a program comes until its time is over
     */
    static List<String> differences(Case.Expectation expect, JsonNode run, @Nullable Long millis) {
        List<String> differences = new ArrayList<>();
        String verdict = run.path("verdict").asString("none");
        if (!expect.verdict().contains(verdict)) {
            differences.add("verdict " + verdict + ", not one of " + expect.verdict());
        }
        byte[] stdout = bytes(run, "stdout");
        if (verdict.equals("accepted")) {
            if (expect.stdout() != null) {
                same(differences, expect.stdout().getBytes(StandardCharsets.UTF_8), stdout);
            }
            if (expect.stdoutBase64() != null) {
                same(differences, Base64.getDecoder().decode(expect.stdoutBase64()), stdout);
            }
        }
        if (expect.stdoutStarts() != null
                && (millis != null || !verdict.equals("time_limit"))
                && !new String(stdout, StandardCharsets.UTF_8).startsWith(expect.stdoutStarts())) {
            differences.add("output does not begin with " + quote(expect.stdoutStarts()));
        }
        if (expect.withinMs() != null && millis != null && millis > expect.withinMs()) {
            differences.add("took " + millis + " ms, more than " + expect.withinMs());
        }
        return differences;
    }

    private static void same(List<String> differences, byte[] expected, byte[] got) {
        if (!Arrays.equals(expected, got)) {
            differences.add(
                    "printed "
                            + quote(new String(got, StandardCharsets.UTF_8))
                            + " instead of "
                            + quote(new String(expected, StandardCharsets.UTF_8)));
        }
    }

    private static byte[] bytes(JsonNode run, String name) {
        JsonNode base64 = run.path(name + "Base64");
        return base64.isString()
                ? Base64.getDecoder().decode(base64.asString())
                : run.path(name).asString("").getBytes(StandardCharsets.UTF_8);
    }

    private static String quote(String text) {
        String shown = text.length() > 200 ? text.substring(0, 200) + "..." : text;
        return '"' + shown.replace("\n", "\\n") + '"';
    }
}
