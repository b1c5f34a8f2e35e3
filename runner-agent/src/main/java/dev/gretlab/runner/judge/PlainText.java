/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.judge;

import java.nio.charset.StandardCharsets;

/** Bytes of unknown origin as text that a database and a page can hold. */
final class PlainText {

    private PlainText() {}

    /** At most so many characters; control characters but line ends and tabs become "?". */
    static String of(byte[] bytes, int limit) {
        // four bytes a character at most, so nothing that would be shown is cut off before decoding
        int length = (int) Math.min(bytes.length, 4L * limit + 4);
        String text = new String(bytes, 0, length, StandardCharsets.UTF_8);
        StringBuilder plain = new StringBuilder(Math.min(text.length(), limit) + 1);
        text.codePoints()
                .limit(limit)
                .forEach(point ->
                        plain.appendCodePoint(
                                Character.isISOControl(point) && point != '\n' && point != '\t'
                                        ? '?'
                                        : point));
        if (text.codePointCount(0, text.length()) > limit) {
            plain.append('…');
        }
        return plain.toString();
    }
}
