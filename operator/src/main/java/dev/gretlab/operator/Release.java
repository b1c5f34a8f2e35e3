/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import java.util.Comparator;

/**
 * A version of the lab, as far as upgrades care: within one major and minor version the database
 * only grows, so that one may go back; across them something may have been taken away.
 */
record Release(int major, int minor) {

    private static final Comparator<Release> ORDER =
            Comparator.comparingInt(Release::major).thenComparingInt(Release::minor);

    /**
     * @param version as the CRD allows it
     */
    static Release of(String version) {
        String[] numbers = version.split("\\.", 3);
        return new Release(Integer.parseInt(numbers[0]), Integer.parseInt(numbers[1]));
    }

    boolean isBefore(Release other) {
        return ORDER.compare(this, other) < 0;
    }
}
