/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.error.Problem;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Texts that students send, as bytes in UTF-8, or the problem with them. */
final class SourceText {

    static final SourceText NOTHING = new SourceText(new byte[0]);

    private final byte[] bytes;

    private SourceText(byte[] bytes) {
        this.bytes = bytes;
    }

    /** In UTF-8; not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    /**
     * A program without byte order mark and with LF alone.
     *
     * @param highestKb KiB that it may have
     */
    static SourceText source(@Nullable String text, int highestKb) {
        if (text == null || text.isBlank() || text.equals("\uFEFF")) {
            throw Problem.of(422, "empty-source", "The program is empty. Write something first.")
                    .exception();
        }
        String normalised =
                (text.startsWith("\uFEFF") ? text.substring(1) : text).replace("\r\n", "\n");
        if (normalised.isBlank()) {
            throw Problem.of(422, "empty-source", "The program is empty. Write something first.")
                    .exception();
        }
        if (normalised.indexOf('\0') >= 0) {
            throw Problem.of(
                            422,
                            "nul-in-source",
                            "The program holds a NUL character, which no compiler takes. Remove it.")
                    .exception();
        }
        byte[] bytes = utf8(normalised, "The program");
        if (bytes.length > highestKb * 1024) {
            throw Problem.of(
                            422,
                            "source-too-long",
                            "The program is longer than " + highestKb + " KiB. Make it shorter.")
                    .exception();
        }
        return new SourceText(bytes);
    }

    /** Own input of a run, as it came; none is the same as an empty one. */
    static SourceText stdin(@Nullable String text, int highestKb) {
        byte[] bytes = utf8(text == null ? "" : text, "The input");
        if (bytes.length > highestKb * 1024) {
            throw Problem.of(
                            422,
                            "stdin-too-long",
                            "The input is longer than " + highestKb + " KiB. Make it shorter.")
                    .exception();
        }
        return new SourceText(bytes);
    }

    private static byte[] utf8(String text, String what) {
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw Problem.of(
                            422,
                            "invalid-utf8",
                            what
                                    + " is not valid UTF-8 text: it holds half a character. Save it as UTF-8 and send it again.")
                    .exception();
        }
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
