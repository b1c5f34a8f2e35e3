/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.NodeRenderer;
import org.commonmark.renderer.html.HtmlRenderer;
import org.commonmark.renderer.html.HtmlWriter;

/** Statements in Markdown, as HTML that still has to be sanitised. */
final class MarkdownStatement {

    private static final Pattern FOOTNOTE = Pattern.compile("(?m)^ {0,3}\\[\\^[^\\]]+\\]:");
    private static final Pattern SAMPLE =
            Pattern.compile("\\{\\{(nextsample|remainingsamples)\\}\\}");

    private MarkdownStatement() {}

    static String toHtml(String markdown, String path, Formulas formulas, Faults faults) {
        if (FOOTNOTE.matcher(markdown).find()) {
            faults.add(path + " has footnotes, which are not supported: write them as text.");
        }
        if (SAMPLE.matcher(markdown).find()) {
            faults.add(
                    path
                            + " places samples with {{nextsample}} or {{remainingsamples}}, which is"
                            + " not supported: remove it, samples are shown below the statement.");
        }
        Parser parser =
                Parser.builder()
                        .extensions(List.of(TablesExtension.create()))
                        .customInlineContentParserFactory(MathInlineParser.FACTORY)
                        .customBlockParserFactory(new MathBlockParser.Factory())
                        .maxOpenBlockParsers(50)
                        .build();
        HtmlRenderer renderer =
                HtmlRenderer.builder()
                        .extensions(List.of(TablesExtension.create()))
                        .nodeRendererFactory(context -> new Marks(context.getWriter(), formulas))
                        .build();
        return renderer.render(parser.parse(Formulas.withoutMarks(markdown)));
    }

    private record Marks(HtmlWriter html, Formulas formulas) implements NodeRenderer {

        @Override
        public Set<Class<? extends Node>> getNodeTypes() {
            return Set.of(MathInline.class, MathBlock.class);
        }

        @Override
        public void render(Node node) {
            if (node instanceof MathInline inline) {
                html.text(formulas.mark(inline.tex(), inline.display()));
            } else if (node instanceof MathBlock block) {
                html.tag("p");
                html.text(formulas.mark(block.tex(), true));
                html.tag("/p");
                html.line();
            }
        }
    }
}
