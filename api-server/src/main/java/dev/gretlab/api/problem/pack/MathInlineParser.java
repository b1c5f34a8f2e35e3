/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.util.Set;
import org.commonmark.parser.beta.InlineContentParser;
import org.commonmark.parser.beta.InlineContentParserFactory;
import org.commonmark.parser.beta.InlineParserState;
import org.commonmark.parser.beta.ParsedInline;
import org.commonmark.parser.beta.Position;
import org.commonmark.parser.beta.Scanner;

/**
 * Finds {@code $..$} and {@code $$..$$}. So that prices stay prices, a formula does not begin or
 * end with white space, and no digit follows its end.
 */
final class MathInlineParser implements InlineContentParser {

    static final InlineContentParserFactory FACTORY =
            new InlineContentParserFactory() {
                @Override
                public Set<Character> getTriggerCharacters() {
                    return Set.of('$');
                }

                @Override
                public InlineContentParser create() {
                    return new MathInlineParser();
                }
            };

    @Override
    public ParsedInline tryParse(InlineParserState state) {
        Scanner scanner = state.scanner();
        scanner.next();
        boolean display = scanner.next('$');
        if (!display && Character.isWhitespace(scanner.peek())) {
            return ParsedInline.none();
        }
        Position begin = scanner.position();
        char before = '$';
        while (scanner.hasNext()) {
            char c = scanner.peek();
            if (c == '$') {
                Position end = scanner.position();
                scanner.next();
                boolean closes =
                        display
                                ? scanner.next('$')
                                : !Character.isWhitespace(before)
                                        && !Character.isDigit(scanner.peek());
                String tex = scanner.getSource(begin, end).getContent();
                if (closes && !tex.isBlank()) {
                    return ParsedInline.of(new MathInline(tex, display), scanner.position());
                }
                if (!display) {
                    return ParsedInline.none();
                }
            } else {
                if (c == '\\') { // \$ does not end a formula
                    scanner.next();
                    c = scanner.peek();
                }
                scanner.next();
            }
            before = c;
        }
        return ParsedInline.none();
    }
}
