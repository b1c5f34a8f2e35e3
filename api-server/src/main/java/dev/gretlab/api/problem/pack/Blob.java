/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The content of a file, named by its SHA-256. The arrays are shared, not copied: do not write to
 * them.
 */
public final class Blob {

    private final byte[] content;
    private final byte[] hash;

    private Blob(byte[] content) {
        this.content = content;
        this.hash = sha256().digest(content);
    }

    public static Blob of(byte[] content) {
        return new Blob(content);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    public byte[] content() {
        return content;
    }

    public byte[] hash() {
        return hash;
    }

    public String hashHex() {
        return HexFormat.of().formatHex(hash);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Blob blob && Arrays.equals(hash, blob.hash);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(hash);
    }

    @Override
    public String toString() {
        return hashHex().substring(0, 12) + " (" + content.length + " bytes)";
    }
}
