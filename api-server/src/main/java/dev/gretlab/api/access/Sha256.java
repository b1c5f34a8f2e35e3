/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A digest; equal by content. */
public record Sha256(String hex) {

    public static Sha256 of(byte[] content) {
        try {
            return new Sha256(
                    HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    public static Sha256 of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** From the 32 bytes of a digest. */
    public static Sha256 read(byte[] digest) {
        return new Sha256(HexFormat.of().formatHex(digest));
    }

    public byte[] bytes() {
        return HexFormat.of().parseHex(hex);
    }
}
