/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Entities;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.safety.Cleaner;
import org.jsoup.safety.Safelist;
import org.jspecify.annotations.Nullable;

/** Makes the HTML of a statement harmless, and puts pictures and formulas into it. */
final class StatementHtml {

    private static final int MAX_DEPTH = 200;
    private static final Pattern MARK =
            Pattern.compile(
                    "([(\\[“‘]*)"
                            + Formulas.BEGIN
                            + "([0-9]{1,6})"
                            + Formulas.END
                            + "([.,;:!?)\\]”’]*(?:-\\p{L}{1,20}[.,;:!?)\\]”’]*)?)");

    private static final Safelist ALLOWED =
            new Safelist()
                    .addTags(
                            "p",
                            "br",
                            "hr",
                            "h2",
                            "h3",
                            "h4",
                            "ul",
                            "ol",
                            "li",
                            "dl",
                            "dt",
                            "dd",
                            "blockquote",
                            "pre",
                            "code",
                            "kbd",
                            "samp",
                            "var",
                            "em",
                            "strong",
                            "b",
                            "i",
                            "u",
                            "s",
                            "del",
                            "sub",
                            "sup",
                            "small",
                            "a",
                            "img",
                            "figure",
                            "figcaption",
                            "table",
                            "caption",
                            "thead",
                            "tbody",
                            "tr",
                            "th",
                            "td")
                    .addAttributes("a", "href")
                    .addProtocols("a", "href", "http", "https")
                    .addEnforcedAttribute("a", "rel", "noopener noreferrer")
                    .addAttributes("img", "src", "alt", "width", "height")
                    .addAttributes("td", "align", "colspan", "rowspan")
                    .addAttributes("th", "align", "colspan", "rowspan")
                    .addAttributes("ol", "start");

    private StatementHtml() {}

    /**
     * Safe HTML, or null, with a fault, when it is nested too deeply.
     *
     * @param pictures from the source that the statement names to the picture's address, or null
     *     (after a fault) when it may not be shown
     */
    static @Nullable String sanitised(
            String html,
            String path,
            Formulas formulas,
            Function<String, @Nullable String> pictures,
            Faults faults) {
        Document dirty = Jsoup.parseBodyFragment(html);
        if (depth(dirty) > MAX_DEPTH) {
            faults.add(path + " is nested too deeply: simplify it.");
            return null;
        }
        // the page has the problem's name as its one first heading
        dirty.select("h1").tagName("h2");
        dirty.select("h5, h6").tagName("h4");
        Document clean = new Cleaner(ALLOWED).clean(dirty);
        clean.outputSettings().prettyPrint(false);
        for (Element link : clean.select("a:not([href])")) {
            faults.note(
                    path + " has a link that is neither http nor https; its text alone is kept.");
            link.unwrap();
        }
        for (Element picture : clean.select("img")) {
            String address = pictures.apply(picture.attr("src"));
            if (address == null) {
                picture.remove();
                continue;
            }
            picture.attr("src", address);
            for (String size : List.of("width", "height")) {
                if (!picture.attr(size).matches("[0-9]{1,4}%?")) {
                    picture.removeAttr(size);
                }
            }
        }
        formulas(clean.body(), formulas);
        return clean.body().html().strip();
    }

    private static int depth(Node root) {
        int[] deepest = {0};
        root.traverse((node, depth) -> deepest[0] = Math.max(deepest[0], depth));
        return deepest[0];
    }

    private static void formulas(Element body, Formulas formulas) {
        List<TextNode> marked = new ArrayList<>();
        body.forEachNode(node -> {
            if (node instanceof TextNode text && text.getWholeText().indexOf(Formulas.BEGIN) >= 0) {
                marked.add(text);
            }
        });
        for (TextNode text : marked) {
            String rest = text.getWholeText();
            Matcher mark = MARK.matcher(rest);
            StringBuilder html = new StringBuilder();
            int done = 0;
            while (mark.find()) {
                // Browsers may break a line between a formula and the bracket or full stop beside
                // it.
                html.append(Entities.escape(rest.substring(done, mark.start(1))))
                        .append("<span class=\"math\">")
                        .append(Entities.escape(mark.group(1)))
                        .append(formulas.mathMl(Integer.parseInt(mark.group(2))))
                        .append(Entities.escape(mark.group(3)))
                        .append("</span>");
                done = mark.end();
            }
            html.append(Entities.escape(rest.substring(done)));
            // escaped text and our own MathML, written out as they are
            text.replaceWith(new DataNode(html.toString()));
        }
    }
}
