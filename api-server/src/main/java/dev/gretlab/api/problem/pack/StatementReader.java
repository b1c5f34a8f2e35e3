/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import dev.gretlab.api.problem.pack.ProblemPackage.PublicFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Attribute;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.jspecify.annotations.Nullable;

/** Reads the statements of all languages, with the pictures that they show and the attachments. */
final class StatementReader {

    private static final Pattern FILE =
            Pattern.compile("problem(?:\\.([a-z]{2,3}(?:-[A-Za-z]{2})?))?\\.(tex|md|pdf)");
    private static final Map<String, String> PICTURE_TYPES =
            Map.of(
                    "png", "image/png",
                    "jpg", "image/jpeg",
                    "jpeg", "image/jpeg",
                    "svg", "image/svg+xml");

    private final PackageFiles files;
    private final Format format;
    private final String slug;
    private final Faults faults;
    private final Map<String, String> namesInTex = new LinkedHashMap<>();
    private final Map<String, PublicFile> shown = new TreeMap<>();

    StatementReader(PackageFiles files, Format format, String slug, Faults faults) {
        this.files = files;
        this.format = format;
        this.slug = slug;
        this.faults = faults;
    }

    /** Sanitised HTML by language, English first. */
    Map<String, String> read() {
        String folder = format.statementFolder();
        Map<String, Set<String>> endings = new TreeMap<>();
        Map<String, String> paths = new TreeMap<>();
        for (String path : files.below(folder).keySet()) {
            Matcher file = FILE.matcher(path.substring(folder.length() + 1));
            if (file.matches()) {
                String given = file.group(1);
                if (given == null && format == Format.V2025_09) {
                    faults.add(
                            path
                                    + " does not name its language: call it problem.en."
                                    + file.group(2)
                                    + " if it is in English.");
                }
                String language = given == null ? "en" : given;
                endings.computeIfAbsent(language, l -> new TreeSet<>()).add(file.group(2));
                paths.put(language + "." + file.group(2), path);
            }
        }
        if (endings.isEmpty()) {
            faults.add(
                    files.get("problem.pdf") != null
                            ? "problem.pdf is the only statement, and PDF cannot be shown here: add "
                                    + folder
                                    + "/problem.en.md or .tex."
                            : folder + " has no statement: add " + folder + "/problem.en.md.");
        }
        Map<String, String> statements = new LinkedHashMap<>();
        List<String> languages = new ArrayList<>(endings.keySet());
        if (languages.remove("en")) {
            languages.addFirst("en");
        }
        for (String language : languages) {
            Set<String> kinds = endings.getOrDefault(language, Set.of());
            String markdown = paths.get(language + ".md");
            String tex = paths.get(language + ".tex");
            if (markdown != null && tex != null) {
                faults.add(markdown + " and " + tex + " are both there: keep one of them.");
            } else if (markdown == null && tex == null) {
                faults.add(
                        folder
                                + " has only a PDF for the language "
                                + language
                                + ", which cannot be shown here: add problem."
                                + language
                                + ".md or .tex.");
            } else if (kinds.contains("pdf")) {
                faults.note(paths.get(language + ".pdf") + " is ignored: the text is shown.");
            }
            String path = markdown != null ? markdown : tex;
            String text = path == null ? null : files.text(path, faults);
            if (path != null && text != null) {
                statements.put(language, statement(path, text, language, path.equals(tex)));
            }
        }
        return statements;
    }

    private String statement(String path, String text, String language, boolean isTex) {
        Formulas formulas = new Formulas(path, faults);
        @Nullable String clean;
        try {
            String html;
            if (isTex) {
                TexStatement tex = new TexStatement(text, path, formulas, faults);
                html = tex.toHtml();
                String name = tex.name();
                if (name != null) {
                    namesInTex.put(language, name);
                }
            } else {
                html = MarkdownStatement.toHtml(text, path, formulas, faults);
            }
            clean =
                    StatementHtml.sanitised(
                            html, path, formulas, source -> picture(path, source, isTex), faults);
        } catch (StackOverflowError e) {
            // the parsers of inline Markdown and its renderer go as deep as the text does
            faults.add(path + " is nested too deeply: simplify it.");
            return "";
        }
        if (clean == null) {
            return "";
        }
        if (clean.isBlank()) {
            faults.add(path + " is empty: write the statement.");
        }
        return clean + attachments();
    }

    /** Names that statements in TeX give, by language. */
    Map<String, String> namesInTex() {
        return namesInTex;
    }

    /** What {@link #read} found that students may fetch. */
    List<PublicFile> shown() {
        return List.copyOf(shown.values());
    }

    private @Nullable String picture(String statement, String source, boolean isTex) {
        if (source.isBlank()
                || source.matches("(?i)[a-z][a-z0-9+.-]*:.*|[/\\\\].*")
                || ("/" + source + "/").contains("/../")) {
            faults.add(
                    statement
                            + " shows a picture from "
                            + (source.isBlank() ? "nowhere" : source)
                            + ": put the picture into "
                            + format.statementFolder()
                            + " and name it by its file name.");
            return null;
        }
        String name = source.startsWith("./") ? source.substring(2) : source;
        String path = format.statementFolder() + "/" + name;
        if (isTex && files.get(path) == null) {
            // TeX finds pictures without their ending
            for (String ending : List.of("png", "jpg", "jpeg", "svg")) {
                if (files.get(path + "." + ending) != null) {
                    name += "." + ending;
                    path += "." + ending;
                    break;
                }
            }
        }
        byte[] content = files.get(path);
        if (content == null) {
            faults.add(statement + " shows " + path + ", which is missing: add it.");
            return null;
        }
        String ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        String type = PICTURE_TYPES.get(ending);
        if (type == null) {
            faults.add(path + " is no picture that browsers show: make it a PNG, JPEG or SVG.");
            return null;
        }
        if (!isReally(type, content)) {
            faults.add(
                    path
                            + (type.equals("image/svg+xml")
                                    ? " has scripts or refers to other files, or is no SVG: make it a"
                                            + " plain drawing."
                                    : " is not what its ending says: convert it to PNG or JPEG."));
            return null;
        }
        shown.put(name, new PublicFile(name, type, Blob.of(content)));
        return address(name);
    }

    private String address(String path) {
        return "/api/v1/problems/" + slug + "/files/" + path;
    }

    private static boolean isReally(String type, byte[] content) {
        String head =
                new String(content, 0, Math.min(8, content.length), StandardCharsets.ISO_8859_1);
        return switch (type) {
            case "image/png" -> head.startsWith("\u0089PNG\r\n");
            case "image/jpeg" -> head.startsWith("\u00ff\u00d8\u00ff");
            default -> isPlainSvg(content);
        };
    }

    /** Shown as a picture an SVG can do nothing, but its address can also be opened by itself. */
    private static boolean isPlainSvg(byte[] content) {
        String text = new String(content, StandardCharsets.UTF_8);
        if (text.contains("<!ENTITY") || text.contains("<?xml-stylesheet")) {
            return false;
        }
        var document = Jsoup.parse(text, "", Parser.xmlParser());
        boolean svg = false;
        for (Element element : document.getAllElements()) {
            String name = element.normalName();
            name = name.substring(name.indexOf(':') + 1);
            svg |= name.equals("svg");
            if (Set.of("script", "foreignobject", "iframe", "set", "animate", "handler")
                    .contains(name)) {
                return false;
            }
            for (Attribute attribute : element.attributes()) {
                String key = attribute.getKey().toLowerCase(Locale.ROOT);
                boolean refers = key.equals("href") || key.endsWith(":href") || key.equals("src");
                String value = attribute.getValue().strip();
                if (key.startsWith("on")
                        || (refers
                                && !value.startsWith("#")
                                && !value.matches("data:image/(png|jpeg);base64,.*"))) {
                    return false;
                }
            }
        }
        return svg;
    }

    /** The package's own files for students, named below the statement. */
    private String attachments() {
        StringBuilder list = new StringBuilder();
        for (var file : files.below("attachments").entrySet()) {
            String path = file.getKey();
            // no type of its own: it is only for downloading
            shown.put(
                    path,
                    new PublicFile(path, "application/octet-stream", Blob.of(file.getValue())));
            list.append("<li><a href=\"")
                    .append(address(path))
                    .append("\" rel=\"noopener noreferrer\" download>")
                    .append(path.substring("attachments/".length()))
                    .append("</a></li>");
        }
        return list.isEmpty() ? "" : "<h2>Attachments</h2><ul>" + list + "</ul>";
    }
}
