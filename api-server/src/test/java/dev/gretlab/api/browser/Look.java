/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

/** A screen and a theme. */
enum Look {
    DESKTOP_LIGHT(1280, 800, false),
    DESKTOP_DARK(1280, 800, true),
    PHONE_LIGHT(390, 844, false),
    PHONE_DARK(390, 844, true);

    final int width;
    final int height;
    final boolean dark;

    Look(int width, int height, boolean dark) {
        this.width = width;
        this.height = height;
        this.dark = dark;
    }

    boolean phone() {
        return width < 1000;
    }
}
