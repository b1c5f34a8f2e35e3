/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("unit")
class OutputComparisonTests {

    private static final ComparisonRules PLAIN =
            new ComparisonRules(false, false, OptionalDouble.empty(), OptionalDouble.empty());
    private static final ComparisonRules TOLERANT = PLAIN.with(List.of("float_tolerance", "1e-6"));
    private static final ComparisonRules SPACES = PLAIN.with(List.of("space_change_sensitive"));

    private static boolean right(ComparisonRules rules, String answer, String output) {
        return right(rules, bytes(answer), bytes(output), 1_000);
    }

    private static boolean right(
            ComparisonRules rules, byte[] answer, byte[] output, int pieceLength) {
        OutputComparison comparison = new OutputComparison(rules, new ByteArrayInputStream(answer));
        for (int at = 0; at < output.length; at += pieceLength) {
            comparison.accept(
                    Arrays.copyOfRange(output, at, Math.min(output.length, at + pieceLength)));
        }
        return comparison.finish().isEmpty();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void whiteSpaceAndCaseDoNotMatterUnlessAsked() {
        assertThat(right(PLAIN, "Yes 1 2\n", "  yes\t1\r\n2\f\u000b")).isTrue();
        assertThat(right(PLAIN, "a b", "ab")).isFalse();
        assertThat(right(PLAIN, "ab", "a b")).isFalse();
        assertThat(right(PLAIN.with(List.of("case_sensitive")), "Yes", "yes")).isFalse();
        assertThat(right(PLAIN, "Ä", "ä")).as("bytes, not characters").isFalse();
    }

    @Test
    void tooLittleAndTooMuchAreWrong() {
        assertThat(right(PLAIN, "1 2", "1")).isFalse();
        assertThat(right(PLAIN, "1", "1 2")).isFalse();
        assertThat(right(PLAIN, "1", "")).isFalse();
        assertThat(right(PLAIN, "", "1")).isFalse();
        assertThat(right(PLAIN, "", " \n")).isTrue();
        assertThat(right(PLAIN, "12", "1")).isFalse();
        assertThat(right(PLAIN, "1", "12")).isFalse();
    }

    @Test
    void whiteSpaceMattersWhenAsked() {
        assertThat(right(SPACES, "a b\n", "a b\n")).isTrue();
        assertThat(right(SPACES, "a b\n", "A b\n")).isTrue();
        assertThat(right(SPACES, "a b\n", "a  b\n")).isFalse();
        assertThat(right(SPACES, "a b\n", "a\tb\n")).isFalse();
        assertThat(right(SPACES, "a b\n", "a b")).isFalse();
        assertThat(right(SPACES, "a b", "a b\n")).isFalse();
        assertThat(right(SPACES, "a b", " a b")).isFalse();
        assertThat(right(SPACES, " a b", "a b")).isFalse();
        assertThat(right(SPACES, "a  b", "a b")).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "1.0, 1, true",
        "1.0, 1.0000005, true",
        "1.0, 1.00001, false",
        "1000000, 1000000.5, true",
        "1000000, 1000002, false",
        "0, 1e-7, true",
        "0, -0, true",
        "-1.5, -1.5e0, true",
        "1e3, 1000, true",
        ".5, 0.5, true",
        "5., 5, true",
        "1.0, 1.0f, false",
        "1.0, 0x1p0, false",
        "1.0, nan, false",
        "1.0, one, false",
        "one, 1.0, false",
        "inf, inf, true",
        "NaN, nan, true",
        "1e999, 1e999, true",
        "1e999, 1e998, false",
        "7, 7x, false",
        "-, -, true",
        "1e, 1e, true",
        "3, +3, true"
    })
    void numbersMayDifferALittle(String answer, String output, boolean right) {
        assertThat(right(TOLERANT, answer, output)).isEqualTo(right);
    }

    @Test
    void eitherToleranceSuffices() {
        ComparisonRules absolute = PLAIN.with(List.of("float_absolute_tolerance", "0.1"));
        ComparisonRules relative = PLAIN.with(List.of("float_relative_tolerance", "0.1"));
        assertThat(right(absolute, "100", "100.05")).isTrue();
        assertThat(right(absolute, "100", "105")).isFalse();
        assertThat(right(relative, "100", "105")).isTrue();
        assertThat(right(relative, "0", "0.05")).isFalse();
        assertThat(right(PLAIN, "1.0", "1")).as("text without a tolerance").isFalse();
    }

    @Test
    void aNumberMayHaveVeryManyDigits() {
        assertThat(right(TOLERANT, "0.333333333", "0." + "3".repeat(20_000))).isTrue();
        assertThat(right(TOLERANT, "0.333333333", "0." + "3".repeat(100_000))).isFalse();
    }

    @Test
    void argumentsMustBeKnown() {
        assertThatThrownBy(() -> PLAIN.with(List.of("be_kind"))).hasMessageContaining("be_kind");
        assertThatThrownBy(() -> PLAIN.with(List.of("float_tolerance")))
                .hasMessageContaining("number");
        assertThatThrownBy(() -> PLAIN.with(List.of("float_tolerance", "-1")))
                .hasMessageContaining("from 0");
    }

    @Test
    void theFirstDifferenceIsNamed() {
        OutputComparison comparison =
                new OutputComparison(PLAIN, new ByteArrayInputStream(bytes("1 2\n3\n")));
        comparison.accept(bytes("1 2\n4\n"));
        assertThat(comparison.finish())
                .hasValue("token 3, line 2: \"4\" where the answer has \"3\"");
    }

    /** Against a plain second implementation, in pieces of every length. */
    @Test
    void agreesWithASlowerOne() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        String letters = "aAbB1 2.\n\t";
        for (int i = 0; i < 20_000; i++) {
            String answer = text(random, letters);
            String output =
                    random.nextInt(3) == 0 ? text(random, letters) : mutated(random, answer);
            int piece = 1 + random.nextInt(4);
            assertThat(right(PLAIN, bytes(answer), bytes(output), piece))
                    .as("seed %d: <%s> and <%s>", seed, answer, output)
                    .isEqualTo(tokens(answer).equals(tokens(output)));
            assertThat(right(SPACES, bytes(answer), bytes(output), piece))
                    .as("spaces, seed %d: <%s> and <%s>", seed, answer, output)
                    .isEqualTo(
                            answer.toLowerCase(Locale.ROOT)
                                    .equals(output.toLowerCase(Locale.ROOT)));
        }
    }

    private static String text(Random random, String letters) {
        StringBuilder text = new StringBuilder();
        for (int length = random.nextInt(8); length > 0; length--) {
            text.append(letters.charAt(random.nextInt(letters.length())));
        }
        return text.toString();
    }

    private static String mutated(Random random, String text) {
        return switch (random.nextInt(4)) {
            case 0 -> text;
            case 1 -> text.toUpperCase(Locale.ROOT);
            case 2 -> text.replace(" ", " \n ");
            default -> text + " ";
        };
    }

    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        for (String token : text.toLowerCase(Locale.ROOT).split("[ \n\t]+", -1)) {
            if (!token.isEmpty()) {
                tokens.add(token);
            }
        }
        return tokens;
    }

    @Test
    void neverFailsOnAnyBytes() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int i = 0; i < 2_000; i++) {
            byte[] answer = new byte[random.nextInt(40)];
            byte[] output = new byte[random.nextInt(40)];
            random.nextBytes(answer);
            random.nextBytes(output);
            right(TOLERANT, answer, output, 7);
            assertThat(right(TOLERANT, answer, answer, 3)).as("seed %d", seed).isTrue();
        }
    }
}
