/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

/** A student of the demo class. */
record Student(String username, String password, String role) {

    @Override
    public String toString() {
        return username;
    }
}
