/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.text.Normalizer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Statements in TeX: the commands that problem statements use, as HTML that still has to be
 * sanitised. What is not known is a fault that names the line: to leave a command out could leave
 * out what the problem asks for.
 */
final class TexStatement {

    private static final int MAX_DEPTH = 60;

    private static final Map<String, String> CHARACTERS =
            Map.ofEntries(
                    Map.entry("%", "%"),
                    Map.entry("$", "$"),
                    Map.entry("&", "&amp;"),
                    Map.entry("#", "#"),
                    Map.entry("_", "_"),
                    Map.entry("{", "{"),
                    Map.entry("}", "}"),
                    Map.entry(" ", " "),
                    Map.entry("\n", " "),
                    Map.entry(",", "\u2009"),
                    Map.entry(";", "\u2005"),
                    Map.entry("-", "\u00ad"),
                    Map.entry("/", ""),
                    Map.entry("ldots", "…"),
                    Map.entry("dots", "…"),
                    Map.entry("textellipsis", "…"),
                    Map.entry("textbackslash", "\\"),
                    Map.entry("textasciitilde", "~"),
                    Map.entry("textasciicircum", "^"),
                    Map.entry("textless", "&lt;"),
                    Map.entry("textgreater", "&gt;"),
                    Map.entry("textbar", "|"),
                    Map.entry("textquotesingle", "'"),
                    Map.entry("textquotedbl", "&quot;"),
                    Map.entry("textdegree", "°"),
                    Map.entry("texttimes", "×"),
                    Map.entry("textunderscore", "_"),
                    Map.entry("textbullet", "•"),
                    Map.entry("textendash", "–"),
                    Map.entry("textemdash", "—"),
                    Map.entry("copyright", "©"),
                    Map.entry("pounds", "£"),
                    Map.entry("euro", "€"),
                    Map.entry("S", "§"),
                    Map.entry("P", "¶"),
                    Map.entry("ss", "ß"),
                    Map.entry("ae", "æ"),
                    Map.entry("AE", "Æ"),
                    Map.entry("oe", "œ"),
                    Map.entry("OE", "Œ"),
                    Map.entry("o", "ø"),
                    Map.entry("O", "Ø"),
                    Map.entry("aa", "å"),
                    Map.entry("AA", "Å"),
                    Map.entry("l", "ł"),
                    Map.entry("L", "Ł"),
                    Map.entry("i", "ı"),
                    Map.entry("LaTeX", "LaTeX"),
                    Map.entry("TeX", "TeX"),
                    Map.entry("quad", "\u2003"),
                    Map.entry("qquad", "\u2003\u2003"));

    /** Accents as combining characters. */
    private static final Map<String, String> ACCENTS =
            Map.ofEntries(
                    Map.entry("'", "\u0301"),
                    Map.entry("`", "\u0300"),
                    Map.entry("^", "\u0302"),
                    Map.entry("\"", "\u0308"),
                    Map.entry("~", "\u0303"),
                    Map.entry("=", "\u0304"),
                    Map.entry(".", "\u0307"),
                    Map.entry("c", "\u0327"),
                    Map.entry("v", "\u030c"),
                    Map.entry("u", "\u0306"),
                    Map.entry("H", "\u030b"),
                    Map.entry("r", "\u030a"),
                    Map.entry("k", "\u0328"));

    /** Commands around an argument, as an HTML element; an empty name leaves the text as it is. */
    private static final Map<String, String> AROUND =
            Map.ofEntries(
                    Map.entry("emph", "em"),
                    Map.entry("textit", "em"),
                    Map.entry("textsl", "em"),
                    Map.entry("textbf", "strong"),
                    Map.entry("texttt", "code"),
                    Map.entry("underline", "u"),
                    Map.entry("sout", "s"),
                    Map.entry("textsuperscript", "sup"),
                    Map.entry("textsubscript", "sub"),
                    Map.entry("textsc", ""),
                    Map.entry("textsf", ""),
                    Map.entry("textrm", ""),
                    Map.entry("textup", ""),
                    Map.entry("textmd", ""),
                    Map.entry("textnormal", ""),
                    Map.entry("mbox", ""),
                    Map.entry("centerline", ""));

    /** Commands that hold until the group ends. */
    private static final Map<String, String> SWITCHES =
            Map.of(
                    "bf",
                    "strong",
                    "bfseries",
                    "strong",
                    "it",
                    "em",
                    "itshape",
                    "em",
                    "em",
                    "em",
                    "sl",
                    "em",
                    "tt",
                    "code",
                    "ttfamily",
                    "code",
                    "t",
                    "code");

    /** Commands that only change how it looks in print. */
    private static final Set<String> IGNORED =
            Set.of(
                    "noindent",
                    "indent",
                    "centering",
                    "raggedright",
                    "raggedleft",
                    "medskip",
                    "bigskip",
                    "smallskip",
                    "newpage",
                    "clearpage",
                    "pagebreak",
                    "tiny",
                    "scriptsize",
                    "footnotesize",
                    "small",
                    "normalsize",
                    "large",
                    "Large",
                    "LARGE",
                    "huge",
                    "Huge",
                    "sc",
                    "scshape",
                    "rm",
                    "rmfamily",
                    "sf",
                    "sffamily",
                    "upshape",
                    "mdseries",
                    "normalfont",
                    "par",
                    "hfill",
                    "vfill",
                    "sloppy",
                    "protect",
                    "relax",
                    "displaystyle",
                    "@",
                    "!");

    /** The same with arguments in braces: how many. */
    private static final Map<String, Integer> IGNORED_ARGUMENTS =
            Map.of(
                    "vspace",
                    1,
                    "hspace",
                    1,
                    "label",
                    1,
                    "setlength",
                    2,
                    "vskip",
                    0,
                    "pagestyle",
                    1,
                    "thispagestyle",
                    1,
                    "addtolength",
                    2,
                    "captionsetup",
                    1,
                    "phantom",
                    1);

    private static final Map<String, String> LISTS =
            Map.of("itemize", "ul", "enumerate", "ol", "description", "ul");
    private static final Map<String, String> SECTIONS =
            Map.of("Input", "Input", "Output", "Output");
    private static final Set<String> MATHS =
            Set.of(
                    "equation",
                    "equation*",
                    "align",
                    "align*",
                    "gather",
                    "gather*",
                    "displaymath",
                    "math",
                    "eqnarray*");

    private final String tex;
    private final String path;
    private final Formulas formulas;
    private final Faults faults;
    private final StringBuilder html = new StringBuilder();
    private StringBuilder paragraph = new StringBuilder();
    private @Nullable String name;
    private int at;
    private int depth;

    TexStatement(String tex, String path, Formulas formulas, Faults faults) {
        this.tex = Formulas.withoutMarks(tex);
        this.path = path;
        this.formulas = formulas;
        this.faults = faults;
    }

    String toHtml() {
        while (at < tex.length()) {
            content("");
            if (at < tex.length()) { // a brace or an end without its beginning
                fault("there is a } without its {");
                at++;
            }
        }
        flush();
        return html.toString();
    }

    /** What {@code \problemname} says, as plain text. */
    @Nullable String name() {
        return name;
    }

    private void fault(String what) {
        long line = tex.substring(0, Math.min(at, tex.length())).lines().count();
        faults.add(path + ", line " + Math.max(1, line) + ": " + what + ". Correct the statement.");
    }

    private void flush() {
        String text = paragraph.toString().strip();
        if (!text.isEmpty()) {
            html.append("<p>").append(text).append("</p>\n");
        }
        paragraph = new StringBuilder();
    }

    /**
     * Reads until the text ends, the group closes, or, where they are looked for, at the end of the
     * environment or of a table's cell. What ended it is not consumed.
     *
     * @param until the environment that it is in, empty for none
     */
    private void content(String until) {
        if (++depth > MAX_DEPTH) {
            fault("the statement is nested too deeply");
            at = tex.length();
        }
        Deque<String> switched = new ArrayDeque<>();
        while (at < tex.length()) {
            char c = tex.charAt(at);
            if (c == '}') {
                break;
            }
            if (c == '\\') {
                if (until.equals("tabular") && (looking("\\\\") || looking("\\tabularnewline"))) {
                    break;
                }
                if (!until.isEmpty() && (looking("\\end{") || (isList(until) && atItem()))) {
                    break;
                }
                String command = command();
                String element = SWITCHES.get(command);
                if (element != null) {
                    paragraph.append('<').append(element).append('>');
                    switched.push(element);
                    skipBlanks();
                } else {
                    command(command);
                }
            } else if (c == '&' && until.equals("tabular")) {
                break;
            } else {
                character(c);
            }
        }
        while (!switched.isEmpty()) {
            paragraph.append("</").append(switched.pop()).append('>');
        }
        depth--;
    }

    private boolean isList(String environment) {
        return LISTS.containsKey(environment);
    }

    private boolean atItem() {
        return looking("\\item")
                && !(at + 5 < tex.length() && TexMaths.isAsciiLetter(tex.charAt(at + 5)));
    }

    private boolean looking(String text) {
        return tex.startsWith(text, at);
    }

    private void character(char c) {
        switch (c) {
            case '{' -> {
                at++;
                content("");
                close();
            }
            case '$' -> maths();
            case '%' -> comment();
            case '~' -> put("\u00a0", 1);
            case '&' -> {
                fault("there is a & outside a table (write \\&)");
                at++;
            }
            case '-' -> {
                if (looking("---")) {
                    put("—", 3);
                } else if (looking("--")) {
                    put("–", 2);
                } else {
                    put("-", 1);
                }
            }
            case '`' -> put(looking("``") ? "“" : "‘", looking("``") ? 2 : 1);
            case '\'' -> put(looking("''") ? "”" : "’", looking("''") ? 2 : 1);
            case '\n' -> {
                int end = at + 1;
                int lines = 1;
                while (end < tex.length() && Character.isWhitespace(tex.charAt(end))) {
                    if (tex.charAt(end++) == '\n') {
                        lines++;
                    }
                }
                at = end;
                if (lines > 1) {
                    flush();
                } else {
                    paragraph.append('\n');
                }
            }
            default -> put(TexMaths.escape(String.valueOf(c)), 1);
        }
    }

    private void put(String text, int consumed) {
        paragraph.append(text);
        at += consumed;
    }

    private void close() {
        if (at < tex.length() && tex.charAt(at) == '}') {
            at++;
        } else {
            fault("a { is never closed");
        }
    }

    private void comment() {
        int end = tex.indexOf('\n', at);
        at = end < 0 ? tex.length() : end + 1;
        skipBlanks();
    }

    private void skipBlanks() {
        while (at < tex.length() && (tex.charAt(at) == ' ' || tex.charAt(at) == '\t')) {
            at++;
        }
    }

    private void maths() {
        boolean display = looking("$$");
        int begin = at + (display ? 2 : 1);
        int end = begin;
        while (end < tex.length() && tex.charAt(end) != '$') {
            end += tex.charAt(end) == '\\' ? 2 : 1;
        }
        if (end >= tex.length() || (display && !tex.startsWith("$$", end))) {
            fault("a formula that begins with $ is never closed");
            at = tex.length();
            return;
        }
        formula(tex.substring(begin, end), display);
        at = end + (display ? 2 : 1);
    }

    private void formula(String source, boolean display) {
        paragraph.append(formulas.mark(source, display));
    }

    private void formulaUntil(String end, boolean display) {
        int stop = tex.indexOf(end, at);
        if (stop < 0) {
            fault("a formula is never closed with " + end);
            at = tex.length();
            return;
        }
        formula(tex.substring(at, stop), display);
        at = stop + end.length();
    }

    private String command() {
        int end = at + 1;
        while (end < tex.length() && TexMaths.isAsciiLetter(tex.charAt(end))) {
            end++;
        }
        if (end == at + 1 && end < tex.length()) {
            end++;
        }
        String command = tex.substring(at + 1, end);
        at = end;
        return command;
    }

    private void command(String command) {
        if (ACCENTS.containsKey(command)) {
            accent(ACCENTS.get(command));
            return;
        }
        String text = CHARACTERS.get(command);
        if (text != null) {
            paragraph.append(text);
            afterWord(command);
            return;
        }
        String element = AROUND.get(command);
        if (element != null) {
            around(element);
            return;
        }
        if (IGNORED.contains(command)) {
            if (command.equals("par")) {
                flush();
            }
            afterWord(command);
            return;
        }
        Integer arguments = IGNORED_ARGUMENTS.get(command);
        if (arguments != null) {
            star();
            for (int i = 0; i < arguments; i++) {
                raw();
            }
            return;
        }
        switch (command) {
            case "\\", "newline", "linebreak" -> {
                star();
                optional();
                paragraph.append("<br>");
            }
            case "(" -> formulaUntil("\\)", false);
            case "[" -> formulaUntil("\\]", true);
            case "section", "subsection", "subsubsection", "paragraph" -> {
                star();
                flush();
                String heading = inline();
                html.append(command.equals("section") ? "<h2>" : "<h3>")
                        .append(heading)
                        .append(command.equals("section") ? "</h2>\n" : "</h3>\n");
            }
            case "problemname" -> {
                String given = raw();
                if (!given.isBlank()) {
                    name = given.replaceAll("[\\\\${}]", "").replaceAll("\\s+", " ").strip();
                }
            }
            case "includegraphics" -> {
                optional();
                picture(raw(), "");
            }
            case "illustration" -> {
                raw();
                String file = raw();
                flush();
                html.append("<figure>").append(image(file, "")).append("<figcaption>");
                html.append(inline()).append("</figcaption></figure>\n");
            }
            case "caption" -> {
                star();
                flush();
                html.append("<figcaption>").append(inline()).append("</figcaption>\n");
            }
            case "url" -> {
                String address = raw().strip();
                link(address, TexMaths.escape(address));
            }
            case "href" -> {
                String address = raw().strip();
                link(address, inline());
            }
            case "verb" -> verb();
            case "begin" -> environment();
            case "footnote" -> paragraph.append(" (").append(inline()).append(')');
            case "nextsample", "remainingsamples" ->
                    fault(
                            "\\"
                                    + command
                                    + " is not supported: samples are shown below the statement");
            case "end" -> fault("\\end{" + raw() + "} has no beginning");
            default -> fault("\\" + command + " is not supported in statements");
        }
    }

    /** TeX swallows the white space behind a command that is a word. */
    private void afterWord(String command) {
        if (!command.isEmpty() && TexMaths.isAsciiLetter(command.charAt(0))) {
            skipBlanks();
        }
    }

    private void star() {
        if (at < tex.length() && tex.charAt(at) == '*') {
            at++;
        }
    }

    private void optional() {
        skipBlanks();
        if (at < tex.length() && tex.charAt(at) == '[') {
            int end = tex.indexOf(']', at);
            at = end < 0 ? tex.length() : end + 1;
        }
    }

    private void accent(@Nullable String combining) {
        skipBlanks();
        boolean braces = at < tex.length() && tex.charAt(at) == '{';
        String letter = "";
        if (braces) {
            letter = raw();
        } else if (at < tex.length()) {
            letter = tex.substring(at, tex.offsetByCodePoints(at, 1));
            at += letter.length();
        }
        if (letter.equals("\\i") || letter.equals("\\")) { // an i or j that must lose its dot first
            letter = "i";
            if (!braces) {
                at++;
            }
        }
        paragraph.append(
                TexMaths.escape(Normalizer.normalize(letter + combining, Normalizer.Form.NFC)));
    }

    private void around(String element) {
        String content = inline();
        if (element.isEmpty()) {
            paragraph.append(content);
        } else {
            paragraph.append('<').append(element).append('>').append(content);
            paragraph.append("</").append(element).append('>');
        }
    }

    /** An argument as HTML, with no paragraphs in it. */
    private String inline() {
        skipBlanks();
        if (at >= tex.length() || tex.charAt(at) != '{') {
            fault("an argument in { } is missing");
            return "";
        }
        at++;
        StringBuilder outer = paragraph;
        int before = html.length();
        paragraph = new StringBuilder();
        content("");
        String content = html.substring(before) + paragraph;
        html.setLength(before);
        paragraph = outer;
        close();
        return content.replaceAll("</?p>", " ");
    }

    /** An argument as it is written. */
    private String raw() {
        skipBlanks();
        if (at >= tex.length() || tex.charAt(at) != '{') {
            fault("an argument in { } is missing");
            return "";
        }
        int begin = at + 1;
        int open = 0;
        for (int i = at; i < tex.length(); i++) {
            char c = tex.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '{') {
                open++;
            } else if (c == '}' && --open == 0) {
                at = i + 1;
                return tex.substring(begin, i);
            }
        }
        fault("a { is never closed");
        at = tex.length();
        return "";
    }

    private void link(String address, String text) {
        paragraph.append("<a href=\"").append(TexMaths.escape(address)).append("\">");
        paragraph.append(text).append("</a>");
    }

    private void picture(String file, String description) {
        paragraph.append(image(file, description));
    }

    private static String image(String file, String description) {
        return "<img src=\""
                + TexMaths.escape(file.strip())
                + "\" alt=\""
                + TexMaths.escape(description)
                + "\">";
    }

    private void verb() {
        if (at >= tex.length()) {
            fault("\\verb has no text");
            return;
        }
        star();
        int end = tex.indexOf(tex.charAt(at), at + 1);
        if (end < 0) {
            fault("\\verb is never closed");
            at = tex.length();
            return;
        }
        paragraph.append("<code>").append(TexMaths.escape(tex.substring(at + 1, end)));
        paragraph.append("</code>");
        at = end + 1;
    }

    private void environment() {
        String environment = raw();
        if (MATHS.contains(environment)) {
            int end = tex.indexOf("\\end{" + environment + "}", at);
            if (end < 0) {
                fault("\\begin{" + environment + "} is never ended");
                at = tex.length();
                return;
            }
            String body = tex.substring(at, end);
            boolean rows = environment.matches("(align|gather|eqnarray).*");
            String inner = environment.startsWith("gather") ? "gathered" : "aligned";
            formula(
                    rows ? "\\begin{" + inner + "}" + body + "\\end{" + inner + "}" : body,
                    !environment.equals("math"));
            at = end;
            ended(environment);
            return;
        }
        if (environment.equals("verbatim") || environment.equals("lstlisting")) {
            optional();
            int end = tex.indexOf("\\end{" + environment + "}", at);
            if (end < 0) {
                fault("\\begin{" + environment + "} is never ended");
                at = tex.length();
                return;
            }
            flush();
            String body = tex.substring(at, end);
            html.append("<pre><code>")
                    .append(TexMaths.escape(body.startsWith("\n") ? body.substring(1) : body))
                    .append("</code></pre>\n");
            at = end;
            ended(environment);
            return;
        }
        flush();
        String list = LISTS.get(environment);
        String section = SECTIONS.get(environment);
        if (list != null) {
            optional();
            list(environment, list);
        } else if (section != null) {
            html.append("<h2>").append(section).append("</h2>\n");
            content(environment);
            flush();
        } else {
            switch (environment) {
                case "quote", "quotation" -> wrapped(environment, "blockquote");
                case "figure", "wrapfigure", "figure*" -> {
                    optional();
                    if (environment.equals("wrapfigure")) {
                        raw();
                        optional();
                        raw();
                    }
                    wrapped(environment, "figure");
                }
                case "center", "flushleft", "flushright", "minipage", "table", "small" -> {
                    optional();
                    if (environment.equals("minipage")) {
                        raw();
                    }
                    content(environment);
                    flush();
                }
                case "tabular" -> table();
                default -> {
                    fault("\\begin{" + environment + "} is not supported in statements");
                    int end = tex.indexOf("\\end{" + environment + "}", at);
                    at = end < 0 ? tex.length() : end;
                }
            }
        }
        ended(environment);
    }

    private void wrapped(String environment, String element) {
        html.append('<').append(element).append('>');
        content(environment);
        flush();
        html.append("</").append(element).append(">\n");
    }

    private void ended(String environment) {
        String end = "\\end{" + environment + "}";
        if (looking(end)) {
            at += end.length();
        } else {
            fault("\\begin{" + environment + "} is not ended where it should be");
            // go on behind the next end, whichever it is
            int next = tex.indexOf("\\end{", at);
            int brace = next < 0 ? -1 : tex.indexOf('}', next);
            at = brace < 0 ? tex.length() : brace + 1;
        }
    }

    private void list(String environment, String element) {
        html.append('<').append(element).append(">\n");
        boolean open = false;
        while (at < tex.length()) {
            content(environment);
            // an item of one paragraph needs no paragraph
            if (open || !paragraph.toString().isBlank()) {
                html.append(open ? "" : "<li>").append(paragraph.toString().strip());
                html.append("</li>\n");
                paragraph = new StringBuilder();
                open = false;
            }
            if (!atItem()) {
                break;
            }
            at += "\\item".length();
            html.append("<li>");
            open = true;
            skipBlanks();
            if (at < tex.length() && tex.charAt(at) == '[') {
                int end = tex.indexOf(']', at);
                if (end > 0) {
                    paragraph.append("<strong>");
                    paragraph.append(TexMaths.escape(tex.substring(at + 1, end)));
                    paragraph.append("</strong> ");
                    at = end + 1;
                }
            }
        }
        if (open) {
            html.append(paragraph).append("</li>\n");
            paragraph = new StringBuilder();
        }
        html.append("</").append(element).append(">\n");
    }

    private void table() {
        optional();
        raw();
        html.append("<table><tbody>\n<tr><td>");
        while (at < tex.length()) {
            rules();
            if (looking("\\multicolumn")) {
                at += "\\multicolumn".length();
                String span = raw();
                raw();
                int cell = html.lastIndexOf("<td>");
                html.replace(cell, cell + 4, "<td colspan=\"" + TexMaths.escape(span) + "\">");
                paragraph.append(inline());
            }
            content("tabular");
            html.append(paragraph.toString().strip());
            paragraph = new StringBuilder();
            if (looking("&")) {
                at++;
                html.append("</td><td>");
            } else if (looking("\\\\") || looking("\\tabularnewline")) {
                at += looking("\\\\") ? 2 : "\\tabularnewline".length();
                optional();
                rules();
                if (looking("\\end{")) {
                    break;
                }
                html.append("</td></tr>\n<tr><td>");
            } else {
                break;
            }
        }
        html.append("</td></tr>\n</tbody></table>\n");
    }

    /** Lines between the rows of a table say nothing. */
    private void rules() {
        while (true) {
            while (at < tex.length() && Character.isWhitespace(tex.charAt(at))) {
                at++;
            }
            int begin = at;
            for (String rule : Set.of("hline", "toprule", "midrule", "bottomrule")) {
                if (looking("\\" + rule)) {
                    at += 1 + rule.length();
                    break;
                }
            }
            if (at == begin && looking("\\cline")) {
                at += "\\cline".length();
                raw();
            }
            if (at == begin) {
                return;
            }
        }
    }
}
