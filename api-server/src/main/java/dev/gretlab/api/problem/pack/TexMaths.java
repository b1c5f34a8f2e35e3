/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Translates the mathematics of statements from TeX to MathML. It writes only what MathML Core has,
 * since browsers draw nothing else, escapes every character that came in, and refuses what it does
 * not know rather than show a formula that says something different.
 */
final class TexMaths {

    private static final int MAX_LENGTH = 20_000;
    private static final int MAX_DEPTH = 100;
    private static final Set<String> ALIGNED =
            Set.of(
                    "aligned",
                    "align",
                    "align*",
                    "split",
                    "gathered",
                    "gather",
                    "gather*",
                    "alignat*",
                    "eqnarray*",
                    "array",
                    "matrix",
                    "smallmatrix",
                    "substack");

    private final String tex;
    private int at;
    private int depth;
    private MathFont font = MathFont.ITALIC;

    private TexMaths(String tex) {
        this.tex = tex;
    }

    /** A {@code math} element, safe to put into a page as it is. */
    static String toMathMl(String tex, boolean display) throws TexException {
        if (tex.length() > MAX_LENGTH) {
            throw new TexException("a formula of more than " + MAX_LENGTH + " characters");
        }
        TexMaths parser = new TexMaths(tex);
        List<String> row = parser.row();
        if (parser.at < tex.length()) {
            throw new TexException(parser.unexpected());
        }
        // the source is what a screen reader that cannot read MathML falls back to
        return "<math"
                + (display ? " display=\"block\"" : "")
                + " alttext=\""
                + escape(tex.strip().replaceAll("\\s+", " "))
                + "\">"
                + one(row)
                + "</math>";
    }

    private String unexpected() {
        String rest = tex.substring(at);
        String shown = rest.length() > 20 ? rest.substring(0, 20) + "..." : rest;
        return "\"" + shown + "\" where it does not belong";
    }

    /** Elements up to the end of the group, cell or environment that it is in. */
    private List<String> row() throws TexException {
        if (++depth > MAX_DEPTH) {
            throw new TexException("a formula that is nested too deeply");
        }
        MathFont outer = font;
        List<String> row = new ArrayList<>();
        while (!rowEnds()) {
            String command = peekCommand();
            if (command != null) {
                MathFont switched =
                        switch (command) {
                            case "rm", "bf", "it", "cal", "tt", "sf" -> MathFont.of(command);
                            default -> null;
                        };
                if (switched != null) {
                    command();
                    font = switched;
                    continue;
                }
                if (command.equals("displaystyle")) {
                    command();
                    row.add("<mstyle displaystyle=\"true\">" + one(row()) + "</mstyle>");
                    break;
                }
                if (MathSymbols.IGNORED.contains(command)) {
                    command();
                    continue;
                }
                if (Set.of("over", "choose", "atop").contains(command)) {
                    throw new TexException(
                            "\\" + command + " (write \\frac{..}{..} or \\binom{..}{..})");
                }
            }
            row.add(scripted());
        }
        font = outer;
        depth--;
        return row;
    }

    private boolean rowEnds() {
        skipSpace();
        if (at >= tex.length()) {
            return true;
        }
        char c = tex.charAt(at);
        if (c == '}' || c == '&') {
            return true;
        }
        String command = peekCommand();
        return command != null
                && (command.equals("\\")
                        || command.equals("cr")
                        || command.equals("right")
                        || command.equals("end"));
    }

    private void skipSpace() {
        while (at < tex.length()) {
            char c = tex.charAt(at);
            if (c == '%') {
                int end = tex.indexOf('\n', at);
                at = end < 0 ? tex.length() : end;
            } else if (Character.isWhitespace(c)) {
                at++;
            } else {
                return;
            }
        }
    }

    /** An element with its primes, subscript and superscript. */
    private String scripted() throws TexException {
        boolean limits = false;
        String base;
        skipSpace();
        String command = peekCommand();
        char c = tex.charAt(at);
        if (c == '^' || c == '_') {
            base = "<mrow></mrow>"; // a script on nothing, as in {}^2
        } else {
            limits =
                    command != null
                            && (MathSymbols.BIG_OPERATORS.containsKey(command)
                                    || MathSymbols.LIMIT_FUNCTIONS.contains(command)
                                    || command.equals("overbrace")
                                    || command.equals("underbrace")
                                    || (command.equals("operatorname")
                                            && tex.startsWith("\\operatorname*", at)));
            base = atom();
        }
        String sub = null;
        String sup = null;
        StringBuilder primes = new StringBuilder();
        while (true) {
            skipSpace();
            String next = peekCommand();
            if (next != null && (next.equals("limits") || next.equals("nolimits"))) {
                command();
                limits = next.equals("limits");
            } else if (at < tex.length() && tex.charAt(at) == '\'') {
                at++;
                primes.append('′');
            } else if (at < tex.length() && tex.charAt(at) == '_' && sub == null) {
                at++;
                sub = argument();
            } else if (at < tex.length() && tex.charAt(at) == '^' && sup == null) {
                at++;
                sup = argument();
            } else {
                break;
            }
        }
        if (at < tex.length() && (tex.charAt(at) == '_' || tex.charAt(at) == '^')) {
            throw new TexException("a second " + tex.charAt(at) + " at the same place");
        }
        if (!primes.isEmpty()) {
            String mark = "<mo>" + primes + "</mo>";
            sup = sup == null ? mark : "<mrow>" + mark + sup + "</mrow>";
        }
        if (sub == null && sup == null) {
            return base;
        }
        if (sub != null && sup != null) {
            return limits
                    ? "<munderover>" + base + sub + sup + "</munderover>"
                    : "<msubsup>" + base + sub + sup + "</msubsup>";
        }
        if (sub != null) {
            return limits
                    ? "<munder>" + base + sub + "</munder>"
                    : "<msub>" + base + sub + "</msub>";
        }
        return limits ? "<mover>" + base + sup + "</mover>" : "<msup>" + base + sup + "</msup>";
    }

    /** What a command or a script applies to: a group or a single token. One element. */
    private String argument() throws TexException {
        skipSpace();
        if (at >= tex.length()) {
            throw new TexException("a formula that ends too early");
        }
        char c = tex.charAt(at);
        if (c == '{') {
            return one(group());
        }
        if (c == '}' || c == '&' || c == '^' || c == '_') {
            throw new TexException(unexpected());
        }
        if (c >= '0' && c <= '9') {
            at++;
            return "<mn>" + MathSymbols.styled(c, font) + "</mn>";
        }
        return atom();
    }

    private List<String> group() throws TexException {
        at++; // the brace
        List<String> row = row();
        skipSpace();
        if (at >= tex.length() || tex.charAt(at) != '}') {
            throw new TexException(at >= tex.length() ? "a { that is never closed" : unexpected());
        }
        at++;
        return row;
    }

    private String atom() throws TexException {
        if (++depth > MAX_DEPTH) {
            throw new TexException("a formula that is nested too deeply");
        }
        String atom = element();
        depth--;
        return atom;
    }

    private String element() throws TexException {
        int c = tex.codePointAt(at);
        if (c == '\\') {
            return afterCommand(command());
        }
        if (c == '{') {
            return one(group());
        }
        if ((c >= '0' && c <= '9') || (c == '.' && digitAt(at + 1))) {
            return number();
        }
        at += Character.charCount(c);
        if (Character.isLetter(c)) {
            return identifier(MathSymbols.styled(c, font), font);
        }
        return switch (c) {
            case '(', ')', '[', ']', '|' -> "<mo stretchy=\"false\">" + (char) c + "</mo>";
            case '-' -> "<mo>−</mo>";
            case '*' -> "<mo>∗</mo>";
            case '~' -> "<mspace width=\"0.3333em\"></mspace>";
            case ',', ';' -> "<mo separator=\"true\">" + (char) c + "</mo>";
            case '#', '$', '"', '`' ->
                    throw new TexException("the character " + (char) c + " in a formula");
            default -> {
                if (Character.isISOControl(c)) {
                    throw new TexException("a control character in a formula");
                }
                yield "<mo>" + escape(Character.toString(c)) + "</mo>";
            }
        };
    }

    private static String identifier(String text, MathFont font) {
        // a single letter would be drawn slanted
        boolean upright = font == MathFont.UPRIGHT && text.codePointCount(0, text.length()) == 1;
        return (upright ? "<mi mathvariant=\"normal\">" : "<mi>") + escape(text) + "</mi>";
    }

    private boolean digitAt(int index) {
        return index < tex.length() && tex.charAt(index) >= '0' && tex.charAt(index) <= '9';
    }

    private String number() {
        StringBuilder number = new StringBuilder();
        while (digitAt(at) || (at < tex.length() && tex.charAt(at) == '.' && digitAt(at + 1))) {
            number.append(MathSymbols.styled(tex.charAt(at), font));
            at++;
        }
        return "<mn>" + number + "</mn>";
    }

    private @Nullable String peekCommand() {
        if (at >= tex.length() || tex.charAt(at) != '\\') {
            return null;
        }
        int end = at + 1;
        while (end < tex.length() && isAsciiLetter(tex.charAt(end))) {
            end++;
        }
        if (end == at + 1 && end < tex.length()) {
            end++;
        }
        return tex.substring(at + 1, end);
    }

    static boolean isAsciiLetter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    }

    private String command() throws TexException {
        String command = peekCommand();
        if (command == null || command.isEmpty()) {
            throw new TexException("a backslash with nothing behind it");
        }
        at += 1 + command.length();
        return command;
    }

    private String afterCommand(String command) throws TexException {
        String symbol = MathSymbols.OPERATORS.get(command);
        if (symbol != null) {
            if (command.equals("bmod")) {
                return "<mo lspace=\"0.2222em\" rspace=\"0.2222em\">mod</mo>";
            }
            boolean fence = "⌊⌋⌈⌉⟨⟩{}[]|‖".contains(symbol);
            return (fence ? "<mo stretchy=\"false\">" : "<mo>") + symbol + "</mo>";
        }
        symbol = MathSymbols.LETTERS.get(command);
        if (symbol != null) {
            return "<mi"
                    + (symbol.matches("[α-ωϵϑϕϖϱa-zℓ]") ? "" : " mathvariant=\"normal\"")
                    + ">"
                    + symbol
                    + "</mi>";
        }
        symbol = MathSymbols.BIG_OPERATORS.get(command);
        if (symbol != null) {
            return "<mo>" + symbol + "</mo>";
        }
        if (MathSymbols.LIMIT_FUNCTIONS.contains(command)) {
            String name =
                    switch (command) {
                        case "argmax" -> "arg max";
                        case "argmin" -> "arg min";
                        case "limsup" -> "lim sup";
                        case "liminf" -> "lim inf";
                        default -> command;
                    };
            return function(name, true);
        }
        if (MathSymbols.FUNCTIONS.contains(command)) {
            return function(command, false);
        }
        String accent = MathSymbols.ACCENTS.get(command);
        if (accent != null) {
            boolean wide = command.startsWith("over") || command.startsWith("wide");
            return "<mover accent=\"true\">"
                    + argument()
                    + "<mo stretchy=\""
                    + wide
                    + "\">"
                    + accent
                    + "</mo></mover>";
        }
        accent = MathSymbols.UNDER_ACCENTS.get(command);
        if (accent != null) {
            return "<munder accentunder=\"true\">"
                    + argument()
                    + "<mo stretchy=\"true\">"
                    + accent
                    + "</mo></munder>";
        }
        String space = MathSymbols.SPACES.get(command);
        if (space != null || command.isBlank()) {
            return "<mspace width=\"" + (space == null ? "0.3333em" : space) + "\"></mspace>";
        }
        MathFont styled = MathFont.of(command);
        if (styled != null) {
            return styled(command, styled);
        }
        return structure(command);
    }

    private static String function(String name, boolean limits) {
        return "<mo"
                + (limits ? " movablelimits=\"true\"" : "")
                + " form=\"prefix\" lspace=\"0.1667em\" rspace=\"0.1667em\">"
                + escape(name)
                + "</mo>";
    }

    private String styled(String command, MathFont styled) throws TexException {
        boolean limits = at < tex.length() && tex.charAt(at) == '*';
        if (limits) {
            at++;
        }
        skipSpace();
        if (at < tex.length() && tex.charAt(at) == '{') {
            int end = tex.indexOf('}', at);
            String word = end < 0 ? "" : tex.substring(at + 1, end);
            if (command.equals("operatorname") && word.matches("[A-Za-z0-9 ~-]+")) {
                at = end + 1;
                return function(word.replace('~', ' '), limits);
            }
            // a word is one identifier, not a product of its letters
            if (styled != MathFont.DOUBLE_STRUCK && word.matches("[A-Za-z]{2,}")) {
                at = end + 1;
                StringBuilder letters = new StringBuilder();
                word.chars().forEach(c -> letters.append(MathSymbols.styled(c, styled)));
                return identifier(letters.toString(), styled);
            }
        }
        MathFont outer = font;
        font = styled;
        String argument = argument();
        font = outer;
        return argument;
    }

    private String structure(String command) throws TexException {
        return switch (command) {
            case "frac", "dfrac", "tfrac", "cfrac" -> {
                String above = argument();
                String fraction = "<mfrac>" + above + argument() + "</mfrac>";
                yield switch (command) {
                    case "dfrac", "cfrac" ->
                            "<mstyle displaystyle=\"true\">" + fraction + "</mstyle>";
                    case "tfrac" -> "<mstyle displaystyle=\"false\">" + fraction + "</mstyle>";
                    default -> fraction;
                };
            }
            case "binom", "dbinom", "tbinom" -> {
                String above = argument();
                yield "<mrow><mo>(</mo><mfrac linethickness=\"0\">"
                        + above
                        + argument()
                        + "</mfrac><mo>)</mo></mrow>";
            }
            case "sqrt" -> root();
            case "left" -> stretched();
            case "big",
                    "Big",
                    "bigg",
                    "Bigg",
                    "bigl",
                    "bigr",
                    "Bigl",
                    "Bigr",
                    "biggl",
                    "biggr",
                    "Biggl",
                    "Biggr",
                    "bigm",
                    "Bigm",
                    "middle" -> {
                String delimiter = delimiter();
                String size =
                        command.startsWith("Bigg")
                                ? "3em"
                                : command.startsWith("bigg")
                                        ? "2.4em"
                                        : command.startsWith("Big") ? "1.8em" : "1.2em";
                yield "<mo stretchy=\"true\" minsize=\""
                        + size
                        + "\" maxsize=\""
                        + size
                        + "\">"
                        + delimiter
                        + "</mo>";
            }
            case "text", "textrm", "mbox", "textnormal", "textup", "hbox" ->
                    "<mtext>" + words(MathFont.UPRIGHT) + "</mtext>";
            case "textit", "emph" -> "<mtext>" + words(MathFont.UPRIGHT) + "</mtext>";
            case "textbf" -> "<mtext>" + words(MathFont.BOLD) + "</mtext>";
            case "texttt" -> "<mtext>" + words(MathFont.MONOSPACE) + "</mtext>";
            case "textsf" -> "<mtext>" + words(MathFont.SANS) + "</mtext>";
            case "pmod" ->
                    "<mrow><mspace width=\"1em\"></mspace><mo stretchy=\"false\">(</mo>"
                            + "<mo rspace=\"0.3333em\">mod</mo>"
                            + argument()
                            + "<mo stretchy=\"false\">)</mo></mrow>";
            case "mod" ->
                    "<mrow><mo lspace=\"1em\" rspace=\"0.3333em\">mod</mo>"
                            + argument()
                            + "</mrow>";
            case "not" -> negated();
            case "overset", "stackrel" -> {
                String above = argument();
                yield "<mover>" + argument() + above + "</mover>";
            }
            case "underset" -> {
                String below = argument();
                yield "<munder>" + argument() + below + "</munder>";
            }
            case "substack" -> {
                skipSpace();
                if (at >= tex.length() || tex.charAt(at) != '{') {
                    throw new TexException("\\substack without {");
                }
                at++;
                String table = table("substack");
                at++; // table ended at the brace
                yield table;
            }
            case "mathop",
                    "mathrel",
                    "mathbin",
                    "mathord",
                    "mathopen",
                    "mathclose",
                    "mathpunct",
                    "ensuremath" ->
                    argument();
            case "begin" -> environment();
            case "right", "end" ->
                    throw new TexException("\\" + command + " without its beginning");
            default ->
                    throw new TexException(
                            "\\" + command + ", which is not known in formulas here");
        };
    }

    private String root() throws TexException {
        skipSpace();
        if (at < tex.length() && tex.charAt(at) == '[') {
            int end = tex.indexOf(']', at);
            if (end < 0) {
                throw new TexException("a [ that is never closed");
            }
            TexMaths index = new TexMaths(tex.substring(at + 1, end));
            index.depth = depth;
            String degree = one(index.row());
            if (index.at < index.tex.length()) {
                throw new TexException(index.unexpected());
            }
            at = end + 1;
            return "<mroot>" + argument() + degree + "</mroot>";
        }
        return "<msqrt>" + argument() + "</msqrt>";
    }

    private String stretched() throws TexException {
        String open = delimiter();
        List<String> row = row();
        String command = peekCommand();
        if (command == null || !command.equals("right")) {
            throw new TexException("\\left without \\right");
        }
        command();
        String close = delimiter();
        return "<mrow>"
                + fence(open, "prefix")
                + String.join("", row)
                + fence(close, "postfix")
                + "</mrow>";
    }

    private static String fence(String delimiter, String form) {
        return delimiter.isEmpty()
                ? ""
                : "<mo form=\""
                        + form
                        + "\" fence=\"true\" stretchy=\"true\">"
                        + delimiter
                        + "</mo>";
    }

    /** Empty for the invisible one. */
    private String delimiter() throws TexException {
        skipSpace();
        if (at >= tex.length()) {
            throw new TexException("a formula that ends too early");
        }
        String command = peekCommand();
        if (command != null) {
            String symbol = MathSymbols.OPERATORS.get(command);
            if (symbol == null || !"⌊⌋⌈⌉⟨⟩{}[]|‖↑↓\\".contains(symbol)) {
                throw new TexException("\\" + command + " as a bracket");
            }
            command();
            return symbol;
        }
        char c = tex.charAt(at++);
        return switch (c) {
            case '.' -> "";
            case '(', ')', '[', ']', '|', '/' -> String.valueOf(c);
            case '<' -> "⟨";
            case '>' -> "⟩";
            default -> throw new TexException("the character " + c + " as a bracket");
        };
    }

    /** Plain words in braces. */
    private String words(MathFont textFont) throws TexException {
        skipSpace();
        if (at >= tex.length() || tex.charAt(at) != '{') {
            throw new TexException("text without { }");
        }
        StringBuilder text = new StringBuilder();
        int open = 1;
        at++;
        while (at < tex.length()) {
            int c = tex.codePointAt(at);
            at += Character.charCount(c);
            if (c == '\\' && at < tex.length()) {
                char escaped = tex.charAt(at++);
                if ("_%#$&{} ".indexOf(escaped) < 0) {
                    throw new TexException("a command inside \\text{..}");
                }
                text.append(escaped);
            } else if (c == '$') {
                throw new TexException("$ inside \\text{..}");
            } else if (c == '{') {
                open++;
            } else if (c == '}') {
                if (--open == 0) {
                    // spaces at the ends count in a formula, and HTML would drop them
                    return escape(text.toString()).replaceAll("^\\s+|\\s+$", "\u00a0");
                }
            } else if (Character.isISOControl(c) && !Character.isWhitespace(c)) {
                throw new TexException("a control character in a formula");
            } else {
                text.append(c == '~' ? "\u00a0" : MathSymbols.styled(c, textFont));
            }
        }
        throw new TexException("a { that is never closed");
    }

    private String negated() throws TexException {
        String relation = argument();
        int end = relation.lastIndexOf("</mo>");
        if (end < 0 || !relation.startsWith("<mo")) {
            throw new TexException("\\not before something that is no relation");
        }
        return relation.substring(0, end) + "\u0338" + relation.substring(end);
    }

    private String environment() throws TexException {
        String name = braced();
        if (name.equals("array") || name.equals("alignat*")) {
            braced();
        }
        String fences =
                switch (name) {
                    case "pmatrix" -> "()";
                    case "bmatrix" -> "[]";
                    case "Bmatrix" -> "{}";
                    case "vmatrix" -> "||";
                    case "Vmatrix" -> "‖‖";
                    case "cases" -> "{ ";
                    default -> {
                        if (!ALIGNED.contains(name)) {
                            throw new TexException(
                                    "\\begin{" + name + "}, which is not known in formulas here");
                        }
                        yield "  ";
                    }
                };
        String table = table(name);
        command(); // \end, or table() would not have stopped
        String ended = braced();
        if (!ended.equals(name)) {
            throw new TexException("\\begin{" + name + "} that ends with \\end{" + ended + "}");
        }
        return "<mrow>"
                + fence(fences.substring(0, 1).strip(), "prefix")
                + table
                + fence(fences.substring(1).strip(), "postfix")
                + "</mrow>";
    }

    private String braced() throws TexException {
        skipSpace();
        int end = tex.indexOf('}', at);
        if (at >= tex.length() || tex.charAt(at) != '{' || end < 0) {
            throw new TexException("\\begin or \\end without a name");
        }
        String name = tex.substring(at + 1, end);
        at = end + 1;
        return name;
    }

    /** Rows of cells up to {@code \end} or, for substack, the brace; neither is consumed. */
    private String table(String name) throws TexException {
        boolean sides = name.matches("aligned|align\\*?|split|alignat\\*|eqnarray\\*");
        // MathML Core leaves the alignment of columns to style sheets
        String kind = sides ? " class=\"aligned\"" : name.equals("cases") ? " class=\"cases\"" : "";
        StringBuilder table = new StringBuilder("<mtable" + kind + "><mtr><mtd>");
        boolean display = ALIGNED.contains(name) && !name.contains("matrix");
        while (true) {
            String cell = one(row());
            table.append(display ? "<mstyle displaystyle=\"true\">" + cell + "</mstyle>" : cell);
            if (at < tex.length() && tex.charAt(at) == '&') {
                at++;
                table.append("</mtd><mtd>");
                continue;
            }
            String command = peekCommand();
            if (command != null && (command.equals("\\") || command.equals("cr"))) {
                command();
                skipSpace();
                if (at < tex.length() && tex.charAt(at) == '[') { // extra space below the row
                    int end = tex.indexOf(']', at);
                    at = end < 0 ? tex.length() : end + 1;
                }
                skipSpace();
                String next = peekCommand();
                if (!(next != null && next.equals("end"))) {
                    table.append("</mtd></mtr><mtr><mtd>");
                }
                continue;
            }
            boolean ends =
                    name.equals("substack")
                            ? at < tex.length() && tex.charAt(at) == '}'
                            : command != null && command.equals("end");
            if (!ends) {
                throw new TexException(
                        at < tex.length() ? unexpected() : "\\begin{" + name + "} without its end");
            }
            return table.append("</mtd></mtr></mtable>").toString();
        }
    }

    /** One element for many: MathML counts children. */
    private static String one(List<String> row) {
        return row.size() == 1 ? row.getFirst() : "<mrow>" + String.join("", row) + "</mrow>";
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
