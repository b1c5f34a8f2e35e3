/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.access;

import java.security.SecureRandom;
import java.util.Base64;

/** Makes what nobody can guess. */
public final class Secrets {

    private static final SecureRandom RANDOM = new SecureRandom();
    // without letters and digits that look alike: people type these
    private static final String READABLE = "abcdefghjkmnpqrstuvwxyz23456789";

    private Secrets() {}

    /** 256 random bits in base64url. */
    public static String next() {
        byte[] bytes = new byte[32];
        RANDOM.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** A password of 79 random bits that can be read out. */
    public static String password() {
        StringBuilder password = new StringBuilder();
        for (int i = 0; i < 16; i++) {
            password.append(READABLE.charAt(RANDOM.nextInt(READABLE.length())));
        }
        return password.toString();
    }
}
