/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

/** Somebody of the demo class, with a token for what a test does without the page. */
record Person(String username, String password, String role, String token) {

    @Override
    public String toString() {
        return username;
    }
}
