/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import dev.gretlab.runner.jail.PieceSink;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The default validator, fed with output while it comes: neither output nor answer is ever held
 * whole. Throws UncheckedIOException when the answer cannot be read.
 */
final class OutputComparison implements PieceSink {

    // longer ones are not numbers that anybody prints; text must not be longer than the answer's
    private static final int LONGEST_NUMBER = 1 << 16;

    private final ComparisonRules rules;
    private final Answer answer;
    private byte[] token = new byte[256];
    private int tokenLength;
    private int tokenLimit;
    private byte @Nullable [] expected;
    private long tokens;
    private long line = 1;
    private @Nullable String difference;

    OutputComparison(ComparisonRules rules, InputStream answer) {
        this.rules = rules;
        this.answer = new Answer(answer);
    }

    @Override
    public void accept(byte[] piece) {
        for (int i = 0; i < piece.length && difference == null; i++) {
            byte value = piece[i];
            if (isSpace(value)) {
                endToken();
                space(value);
            } else {
                letter(value);
            }
        }
    }

    /** To be called once after the last piece: the first difference, or empty when it is right. */
    Optional<String> finish() {
        if (difference == null) {
            endToken();
        }
        if (difference == null) {
            if (!rules.spaceSensitive()) {
                answer.skipSpace();
            }
            if (answer.peek() >= 0) {
                byte[] missing = answer.token();
                differ(
                        missing.length == 0
                                ? "the output ends where the answer has more white space"
                                : "the output ends, but the answer goes on with " + shown(missing));
            }
        }
        return Optional.ofNullable(difference);
    }

    private void space(byte value) {
        if (difference != null) {
            return;
        }
        if (rules.spaceSensitive()) {
            int due = answer.peek();
            if (due != (value & 0xff)) {
                differ("white space differs");
                return;
            }
            answer.next();
        }
        if (value == '\n') {
            line++;
        }
    }

    private void letter(byte value) {
        if (expected == null) {
            beginToken();
            if (difference != null) {
                return;
            }
        }
        if (tokenLength == tokenLimit) {
            compare();
            if (difference == null) {
                differ("a token goes on where the answer has " + shown(expected()));
            }
            return;
        }
        if (tokenLength == token.length) {
            token = Arrays.copyOf(token, 2 * token.length);
        }
        token[tokenLength++] = value;
    }

    private void beginToken() {
        tokens++;
        if (!rules.spaceSensitive()) {
            answer.skipSpace();
        }
        int due = answer.peek();
        if (due < 0) {
            differ("the output goes on where the answer ends");
            return;
        }
        if (isSpace((byte) due)) {
            differ("white space differs");
            return;
        }
        byte[] next = answer.token();
        expected = next;
        tokenLength = 0;
        tokenLimit =
                rules.comparesNumbers() && !Double.isNaN(number(next, next.length))
                        ? Math.max(LONGEST_NUMBER, next.length)
                        : next.length;
    }

    private void endToken() {
        if (expected != null) {
            compare();
            expected = null;
        }
    }

    private byte[] expected() {
        return expected == null ? new byte[0] : expected;
    }

    private void compare() {
        byte[] due = expected();
        if (sameText(due) || sameNumber(due)) {
            return;
        }
        differ(shown(Arrays.copyOf(token, tokenLength)) + " where the answer has " + shown(due));
    }

    private boolean sameText(byte[] due) {
        if (tokenLength != due.length) {
            return false;
        }
        for (int i = 0; i < due.length; i++) {
            if (token[i] != due[i] && (rules.caseSensitive() || lower(token[i]) != lower(due[i]))) {
                return false;
            }
        }
        return true;
    }

    private boolean sameNumber(byte[] due) {
        if (!rules.comparesNumbers()) {
            return false;
        }
        double right = number(due, due.length);
        double given = number(token, tokenLength);
        if (Double.isNaN(right) || Double.isNaN(given)) {
            return false;
        }
        double apart = Math.abs(right - given);
        return apart <= rules.absoluteTolerance().orElse(-1)
                || apart <= rules.relativeTolerance().orElse(-1) * Math.abs(right);
    }

    private void differ(String what) {
        difference = "token " + tokens + ", line " + line + ": " + what;
    }

    private static String shown(byte[] text) {
        return '"' + PlainText.of(text, 80) + '"';
    }

    static boolean isSpace(byte value) {
        return value == ' ' || (value >= '\t' && value <= '\r');
    }

    private static int lower(byte value) {
        return value >= 'A' && value <= 'Z' ? value + ('a' - 'A') : value;
    }

    /**
     * NaN when the token is not a decimal number: what Java reads beyond those (1f, NaN) is text.
     */
    private static double number(byte[] text, int length) {
        int at = 0;
        if (at < length && (text[at] == '+' || text[at] == '-')) {
            at++;
        }
        int digits = at;
        at = skipDigits(text, at, length);
        digits = at - digits;
        if (at < length && text[at] == '.') {
            int fraction = at + 1;
            at = skipDigits(text, fraction, length);
            digits += at - fraction;
        }
        if (digits == 0) {
            return Double.NaN;
        }
        if (at < length && (text[at] == 'e' || text[at] == 'E')) {
            at++;
            if (at < length && (text[at] == '+' || text[at] == '-')) {
                at++;
            }
            int exponent = at;
            at = skipDigits(text, at, length);
            if (at == exponent) {
                return Double.NaN;
            }
        }
        return at == length
                ? Double.parseDouble(
                        new String(text, 0, length, java.nio.charset.StandardCharsets.US_ASCII))
                : Double.NaN;
    }

    private static int skipDigits(byte[] text, int from, int length) {
        int at = from;
        while (at < length && text[at] >= '0' && text[at] <= '9') {
            at++;
        }
        return at;
    }

    /** The answer file, read once from front to back. */
    private static final class Answer {

        private final InputStream in;
        private final byte[] buffer = new byte[1 << 16];
        private int at;
        private int end;

        Answer(InputStream in) {
            this.in = in;
        }

        /** The next byte, 0 to 255, left in place; -1 at the end. */
        int peek() {
            if (at == end) {
                try {
                    end = in.read(buffer);
                } catch (IOException e) {
                    throw new UncheckedIOException("the answer of a test cannot be read", e);
                }
                at = 0;
                if (end <= 0) {
                    end = 0;
                    return -1;
                }
            }
            return buffer[at] & 0xff;
        }

        void next() {
            at++;
        }

        void skipSpace() {
            for (int value = peek(); value >= 0 && isSpace((byte) value); value = peek()) {
                next();
            }
        }

        byte[] token() {
            byte[] text = new byte[32];
            int length = 0;
            for (int value = peek(); value >= 0 && !isSpace((byte) value); value = peek()) {
                if (length == text.length) {
                    text = Arrays.copyOf(text, 2 * length);
                }
                text[length++] = (byte) value;
                next();
            }
            return Arrays.copyOf(text, length);
        }
    }
}
