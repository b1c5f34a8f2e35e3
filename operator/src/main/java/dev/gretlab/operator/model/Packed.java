/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The files of the folder dashboards, which the build packs into this program. */
final class Packed {

    private Packed() {}

    static String text(String name) {
        try (InputStream file = Packed.class.getResourceAsStream("/dashboards/" + name)) {
            if (file == null) {
                throw new IllegalStateException("dashboards/" + name + " was not packed");
            }
            return new String(file.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
