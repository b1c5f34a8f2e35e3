/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * What a program printed: as text when it is UTF-8, else in base64.
 *
 * @param text null when it is not text
 * @param base64 null when it is
 */
record Output(@Nullable String text, @Nullable String base64) {

    private static final int SHOWN = 64 * 1024;

    static Output of(byte[] bytes) {
        try {
            return new Output(
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString(),
                    null);
        } catch (CharacterCodingException e) {
            return new Output(null, Base64.getEncoder().encodeToString(bytes));
        }
    }

    /** For reading along: the beginning, with marks where it is not text. */
    static String beginning(byte[] bytes) {
        return new String(bytes, 0, end(bytes), StandardCharsets.UTF_8);
    }

    static boolean isCut(byte @Nullable [] bytes) {
        return bytes != null && bytes.length > SHOWN;
    }

    /** Where to cut without leaving half a character. */
    private static int end(byte[] bytes) {
        if (bytes.length <= SHOWN) {
            return bytes.length;
        }
        int end = SHOWN;
        while (end > SHOWN - 4 && (bytes[end] & 0xC0) == 0x80) {
            end--;
        }
        return end;
    }
}
