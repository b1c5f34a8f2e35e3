/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("unit")
class TexMathsTests {

    private static String inner(String tex) throws TexException {
        String math = TexMaths.toMathMl(tex, false);
        return math.substring(math.indexOf('>') + 1, math.length() - "</math>".length());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "x | <mi>x</mi>",
                "12.5 | <mn>12.5</mn>",
                "-1 | <mrow><mo>−</mo><mn>1</mn></mrow>",
                "10^5 | <msup><mn>10</mn><mn>5</mn></msup>",
                "10^53 | <mrow><msup><mn>10</mn><mn>5</mn></msup><mn>3</mn></mrow>",
                "x_i^2 | <msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>",
                "x^2_i | <msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>",
                "x' | <msup><mi>x</mi><mo>′</mo></msup>",
                "\\frac12 | <mfrac><mn>1</mn><mn>2</mn></mfrac>",
                "\\frac{a}{b} | <mfrac><mi>a</mi><mi>b</mi></mfrac>",
                "\\sqrt{x} | <msqrt><mi>x</mi></msqrt>",
                "\\sqrt[3]{x} | <mroot><mi>x</mi><mn>3</mn></mroot>",
                "a \\le b | <mrow><mi>a</mi><mo>≤</mo><mi>b</mi></mrow>",
                "a<b | <mrow><mi>a</mi><mo>&lt;</mo><mi>b</mi></mrow>",
                "\\sum_{i}^n | <munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover>",
                "\\int_0^1 | <msubsup><mo>∫</mo><mn>0</mn><mn>1</mn></msubsup>",
                "\\mathbb{N} | <mi>ℕ</mi>",
                "\\mathbb A | <mi>𝔸</mi>",
                "\\mathcal{O} | <mi>𝒪</mi>",
                "\\mathrm{d} | <mi mathvariant=\"normal\">d</mi>",
                "\\mathrm{dist} | <mi>dist</mi>",
                "\\alpha | <mi>α</mi>",
                "\\Omega | <mi mathvariant=\"normal\">Ω</mi>",
                "\\lfloor x | <mrow><mo stretchy=\"false\">⌊</mo><mi>x</mi></mrow>",
                "\\{ | <mo stretchy=\"false\">{</mo>",
                "\\text{if } | <mtext>if\u00a0</mtext>",
                "\\text{a<b} | <mtext>a&lt;b</mtext>",
                "\\overline{C} | <mover accent=\"true\"><mi>C</mi><mo stretchy=\"true\">‾</mo></mover>",
                "\\not= | <mo>=\u0338</mo>",
                "50\\% | <mrow><mn>50</mn><mi mathvariant=\"normal\">%</mi></mrow>",
                "a % comment | <mi>a</mi>",
            })
    void translates(String tex, String mathMl) throws TexException {
        assertThat(inner(tex)).isEqualTo(mathMl);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1 \\le n \\le 100\\,000",
                "F = \\min_{p} \\; \\sum_{i=1}^{n} w_i \\, C_i ,",
                "\\frac{\\sum_{i=1}^{n} w_i \\, C_i}{\\sum_{i=1}^{n} w_i}",
                "\\left( \\frac12 \\right] + \\left. x \\right|_{x=0} + \\left\\{ \\right\\}",
                "\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}",
                "f(x) = \\begin{cases} 1 & \\text{if } x > 0 \\\\ 0 & \\text{otherwise} \\\\ \\end{cases}",
                "\\begin{aligned} a &= b \\\\[2pt] &= c \\end{aligned}",
                "\\begin{array}{ll} a & b \\end{array}",
                "a \\equiv b \\pmod{m} \\bmod n",
                "\\binom{n}{k} \\cdot \\operatorname{lcm}(a, b) \\operatorname*{arg\\,max}_x",
                "{\\bf x} + {\\rm y} z",
                "\\bigl( \\bigr) \\Bigg\\lfloor",
                "\\sum_{\\substack{i \\in S \\\\ i > 0}} x_i",
                "\\lvert x \\rvert \\|y\\| \\to \\iff \\dots \\ldots \\cdots",
                "\\hat{x} \\bar y \\vec v \\underbrace{a+b}_{n}",
                "x'' + {}^2 + \\displaystyle\\sum_i i",
                "\\lim\\limits_{n \\to \\infty}",
                "𝒜 é \\mathbb{R}^{n \\times m}",
            })
    void knowsWhatStatementsUse(String tex) throws TexException {
        String math = TexMaths.toMathMl(tex, true);
        assertThat(math).startsWith("<math display=\"block\"");
        wellFormed(math);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\\nope | \\nope",
                "\\href{javascript:alert(1)}{x} | \\href",
                "\\class{x}{y} | \\class",
                "\\style{color:red}{y} | \\style",
                "\\def\\x{} | \\def",
                "\\newcommand{\\x}{y} | \\newcommand",
                "{a | never closed",
                "a} | where it does not belong",
                "a & b | where it does not belong",
                "\\left( a | \\left without \\right",
                "a \\right) | where it does not belong",
                "\\begin{pmatrix} a | without its end",
                "\\begin{pmatrix} a \\end{cases} | ends with \\end{cases}",
                "\\begin{tikzpicture} \\end{tikzpicture} | tikzpicture",
                "x^ | ends too early",
                "x_1_2 | a second _",
                "\\frac{1} | ends too early",
                "\\text{\\x} | a command inside",
                "a \\over b | \\frac",
                "\\left\\x | as a bracket",
                "\\ | nothing behind it",
            })
    void namesWhatItDoesNotKnow(String tex, String reason) {
        assertThatThrownBy(() -> TexMaths.toMathMl(tex, false))
                .isInstanceOf(TexException.class)
                .hasMessageContaining(reason);
    }

    @Test
    void endsOnDeepAndLongFormulas() {
        assertThatThrownBy(() -> TexMaths.toMathMl("{".repeat(10_000), false))
                .hasMessageContaining("nested too deeply");
        assertThatThrownBy(() -> TexMaths.toMathMl("\\sqrt".repeat(4_000), false))
                .isInstanceOf(TexException.class);
        assertThatThrownBy(() -> TexMaths.toMathMl("\\sqrt[".repeat(3_000), false))
                .isInstanceOf(TexException.class);
        assertThatThrownBy(() -> TexMaths.toMathMl("x".repeat(30_000), false))
                .hasMessageContaining("20000 characters");
    }

    /** Whatever comes in, what comes out has our elements and attributes alone. */
    @Test
    void neverLetsMarkupThrough() {
        String[] pieces = {
            "<script>",
            "</math>",
            "\"",
            "'",
            "&lt;",
            "&",
            "<",
            ">",
            "\\",
            "{",
            "}",
            "^",
            "_",
            "$",
            "\\text{",
            "\\frac",
            "\\left",
            "\\right",
            "\\begin{cases}",
            "\\end{cases}",
            "\\\\",
            "x",
            "onload=",
            "\\mathrm{",
            "\\sqrt[",
            "]",
            "\\operatorname{",
            "%",
            "\n",
            "~",
            "\\not",
            "`",
            "\u0000",
            "\\,",
            "12",
            "\\sum",
            "\\substack{",
            "\\big",
            "(",
            ")",
            "|",
            "\\hat"
        };
        long seed = 42;
        Random random = new Random(seed);
        int translated = 0;
        for (int round = 0; round < 20_000; round++) {
            StringBuilder tex = new StringBuilder();
            for (int i = random.nextInt(12); i >= 0; i--) {
                tex.append(pieces[random.nextInt(pieces.length)]);
            }
            String math;
            try {
                math = TexMaths.toMathMl(tex.toString(), random.nextBoolean());
            } catch (TexException e) {
                continue;
            }
            translated++;
            wellFormed(math);
        }
        assertThat(translated).as("seed " + seed).isGreaterThan(500);
    }

    private static void wellFormed(String math) {
        var document = Jsoup.parse(math, "", Parser.xmlParser());
        document.outputSettings().prettyPrint(false);
        assertThat(document.childNodeSize()).as(math).isEqualTo(1);
        for (Element element : document.children().select("*")) {
            assertThat(element.tagName())
                    .isIn(
                            "math",
                            "mrow",
                            "mi",
                            "mn",
                            "mo",
                            "mtext",
                            "mspace",
                            "mfrac",
                            "msqrt",
                            "mroot",
                            "msub",
                            "msup",
                            "msubsup",
                            "munder",
                            "mover",
                            "munderover",
                            "mtable",
                            "mtr",
                            "mtd",
                            "mstyle");
            element.attributes()
                    .forEach(a ->
                            assertThat(a.getKey())
                                    .isIn(
                                            "display",
                                            "alttext",
                                            "class",
                                            "mathvariant",
                                            "stretchy",
                                            "accent",
                                            "accentunder",
                                            "width",
                                            "lspace",
                                            "rspace",
                                            "form",
                                            "fence",
                                            "separator",
                                            "movablelimits",
                                            "linethickness",
                                            "minsize",
                                            "maxsize",
                                            "displaystyle"));
            int children = element.childrenSize();
            switch (element.tagName()) {
                case "mfrac", "mroot", "msub", "msup", "munder", "mover" ->
                        assertThat(children).as(math).isEqualTo(2);
                case "msubsup", "munderover" -> assertThat(children).as(math).isEqualTo(3);
                default -> {}
            }
        }
    }
}
