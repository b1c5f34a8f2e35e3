/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import org.commonmark.node.Block;
import org.commonmark.parser.SourceLine;
import org.commonmark.parser.block.AbstractBlockParser;
import org.commonmark.parser.block.AbstractBlockParserFactory;
import org.commonmark.parser.block.BlockContinue;
import org.commonmark.parser.block.BlockStart;
import org.commonmark.parser.block.MatchedBlockParser;
import org.commonmark.parser.block.ParserState;

/** Finds formulas that begin with {@code $$} in a line and end in a later one. */
final class MathBlockParser extends AbstractBlockParser {

    private final MathBlock block = new MathBlock();
    private final StringBuilder tex = new StringBuilder();
    private boolean first = true;
    private boolean closed;

    @Override
    public Block getBlock() {
        return block;
    }

    @Override
    public BlockContinue tryContinue(ParserState state) {
        return closed ? BlockContinue.none() : BlockContinue.atIndex(state.getIndex());
    }

    @Override
    public void addLine(SourceLine line) {
        String text = line.getContent().toString();
        if (first) {
            text = text.strip().substring(2);
            first = false;
        }
        int end = text.indexOf("$$");
        if (end >= 0) {
            closed = true;
            text = text.substring(0, end);
        }
        tex.append(text).append('\n');
    }

    @Override
    public void closeBlock() {
        block.setTex(tex.toString());
    }

    /** Starts one only where the rest of the line does not end the formula. */
    static final class Factory extends AbstractBlockParserFactory {

        @Override
        public BlockStart tryStart(ParserState state, MatchedBlockParser matched) {
            CharSequence line = state.getLine().getContent();
            String rest = line.subSequence(state.getNextNonSpaceIndex(), line.length()).toString();
            if (state.getIndent() >= 4
                    || !rest.startsWith("$$")
                    || rest.indexOf("$$", 2) >= 0
                    || matched.getParagraphLines().getLines().size() > 0) {
                return BlockStart.none();
            }
            return BlockStart.of(new MathBlockParser()).atIndex(state.getNextNonSpaceIndex());
        }
    }
}
