/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A number of points, exact: a hundred points shared by three tests are a hundred again when all
 * three pass. Only what is told to others is rounded.
 */
public record Points(BigInteger numerator, BigInteger denominator) implements Comparable<Points> {

    static final Points ZERO = new Points(BigInteger.ZERO, BigInteger.ONE);
    static final Points ONE = new Points(BigInteger.ONE, BigInteger.ONE);

    /** Decimals of a number of points as it is recorded. */
    private static final int DECIMALS = 6;

    // 1e999999999 is a number too, and would take all memory as an integer
    private static final Pattern DECIMAL =
            Pattern.compile(
                    "([+-]?(?:[0-9]{1,40}(?:\\.[0-9]{0,40})?|\\.[0-9]{1,40}))(?:[Ee]([+-]?[0-9]{1,3}))?");
    private static final Pattern FRACTION = Pattern.compile("([0-9]{1,30})/([0-9]{1,30})");
    private static final BigDecimal MOST = BigDecimal.TEN.pow(30);

    /** In lowest terms, the denominator above zero. */
    public Points {
        if (denominator.signum() == 0) {
            throw new ArithmeticException("a fraction of nothing");
        }
        BigInteger divisor = numerator.gcd(denominator);
        if (denominator.signum() < 0) {
            divisor = divisor.negate();
        }
        numerator = numerator.divide(divisor);
        denominator = denominator.divide(divisor);
    }

    /**
     * Reads a decimal number, perhaps with an exponent, or a fraction of two whole numbers; null
     * for anything else, and for what is beyond 10^30, which no database column would hold when it
     * is summed.
     */
    public static @Nullable Points parse(String text) {
        Matcher fraction = FRACTION.matcher(text);
        if (fraction.matches()) {
            BigInteger denominator = new BigInteger(fraction.group(2));
            return denominator.signum() == 0
                    ? null
                    : new Points(new BigInteger(fraction.group(1)), denominator);
        }
        Matcher decimal = DECIMAL.matcher(text);
        if (!decimal.matches()) {
            return null;
        }
        String exponent = decimal.group(2);
        BigDecimal number =
                new BigDecimal(decimal.group(1))
                        .scaleByPowerOfTen(exponent == null ? 0 : Integer.parseInt(exponent));
        return number.abs().compareTo(MOST) > 0 ? null : of(number);
    }

    private static Points of(BigDecimal decimal) {
        return decimal.scale() <= 0
                ? new Points(decimal.toBigIntegerExact(), BigInteger.ONE)
                : new Points(decimal.unscaledValue(), BigInteger.TEN.pow(decimal.scale()));
    }

    Points plus(Points other) {
        return new Points(
                numerator.multiply(other.denominator).add(other.numerator.multiply(denominator)),
                denominator.multiply(other.denominator));
    }

    Points times(Points other) {
        return new Points(
                numerator.multiply(other.numerator), denominator.multiply(other.denominator));
    }

    Points dividedBy(int parts) {
        return new Points(numerator, denominator.multiply(BigInteger.valueOf(parts)));
    }

    boolean isNegative() {
        return numerator.signum() < 0;
    }

    @Override
    public int compareTo(Points other) {
        return numerator
                .multiply(other.denominator)
                .compareTo(other.numerator.multiply(denominator));
    }

    /** As it is recorded: rounded to six decimals, half away from zero, without needless zeros. */
    public String decimal() {
        BigDecimal rounded =
                new BigDecimal(numerator)
                        .divide(new BigDecimal(denominator), DECIMALS, RoundingMode.HALF_UP);
        return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }

    @Override
    public String toString() {
        return decimal();
    }
}
