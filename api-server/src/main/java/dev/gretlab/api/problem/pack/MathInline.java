/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import org.commonmark.node.CustomNode;

/** A formula inside a paragraph of Markdown. */
final class MathInline extends CustomNode {

    private final String tex;
    private final boolean display;

    MathInline(String tex, boolean display) {
        this.tex = tex;
        this.display = display;
    }

    String tex() {
        return tex;
    }

    boolean display() {
        return display;
    }
}
