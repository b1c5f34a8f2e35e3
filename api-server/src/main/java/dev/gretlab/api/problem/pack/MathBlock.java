/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import org.commonmark.node.CustomBlock;

/** A formula of several lines in Markdown, which must not be taken for lists or headings. */
final class MathBlock extends CustomBlock {

    private String tex = "";

    String tex() {
        return tex;
    }

    void setTex(String tex) {
        this.tex = tex;
    }
}
