/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.language;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.YAMLException;

/** Reads the file of languages; its own comments describe its form. */
public final class LanguageFile {

    private static final int MOST = 1_000_000;
    private static final Pattern FOLDER = Pattern.compile("(/(?!\\.\\.?(/|$))[A-Za-z0-9_.+-]+)+");
    private static final Pattern OF_THE_JAIL =
            Pattern.compile(
                    "/(bin|box|data|dev|etc|feedback|lib|lib32|lib64|libx32|mnt|prepared|proc|sbin|tmp|usr|work)(/|$)");

    private LanguageFile() {}

    /** LanguageFileException with a sentence that names the place of what is wrong. */
    public static Languages read(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (IOException e) {
            throw new LanguageFileException(file + " cannot be read: " + e.getMessage(), e);
        } catch (LanguageFileException e) {
            throw new LanguageFileException(file + ": " + e.getMessage(), e);
        }
    }

    static Languages parse(String text) {
        Object document;
        try {
            document = new Yaml(new SafeConstructor(new LoaderOptions())).load(text);
        } catch (YAMLException e) {
            throw new LanguageFileException("not well-formed YAML: " + e.getMessage(), e);
        }
        YamlMap root = YamlMap.of(document, "the file");
        List<Language> languages = new ArrayList<>();
        for (YamlMap entry : root.maps("languages")) {
            languages.add(language(entry));
        }
        root.nothingElse();
        if (languages.isEmpty()) {
            throw new LanguageFileException("there is no language in it");
        }
        try {
            return new Languages(languages);
        } catch (IllegalArgumentException e) {
            throw new LanguageFileException(String.valueOf(e.getMessage()), e);
        }
    }

    private static Language language(YamlMap entry) {
        String id = entry.text("id");
        if (!id.matches("[a-z][a-z0-9_+-]{0,31}")) {
            throw entry.wrong(
                    "id",
                    "must be lower-case letters, digits, _, + and -, beginning with a letter");
        }
        YamlMap named = entry.named("language \"" + id + "\"");
        String sourceFile = named.text("sourceFile");
        if (!sourceFile.matches("[A-Za-z0-9_+-][A-Za-z0-9_.+-]{0,99}")) {
            throw named.wrong("sourceFile", "must be a plain file name");
        }
        YamlMap compile = named.optionalMap("compile");
        Language language =
                new Language(
                        id,
                        named.text("name"),
                        named.text("editorMode"),
                        named.text("extension"),
                        sourceFile,
                        folders(named),
                        named.texts("versionCommand"),
                        pattern(named),
                        compile == null ? null : compile(compile),
                        run(named.map("run")));
        named.nothingElse();
        return language;
    }

    private static List<String> folders(YamlMap map) {
        List<String> folders = map.optionalTexts("folders");
        for (String folder : folders) {
            if (!FOLDER.matcher(folder).matches()) {
                throw map.wrong(
                        "folders",
                        "must be absolute paths of letters, digits, _, +, - and ., not \""
                                + folder
                                + "\"");
            }
            if (OF_THE_JAIL.matcher(folder).lookingAt()) {
                throw map.wrong(
                        "folders",
                        "cannot show \"" + folder + "\": in a jail something else is there");
            }
        }
        return folders;
    }

    private static Pattern pattern(YamlMap map) {
        Pattern pattern;
        try {
            pattern = Pattern.compile(map.text("versionPattern"));
        } catch (PatternSyntaxException e) {
            throw map.wrong("versionPattern", "is no regular expression: " + e.getDescription());
        }
        if (pattern.matcher("").groupCount() < 1) {
            throw map.wrong("versionPattern", "needs a group around the version");
        }
        return pattern;
    }

    private static CompileStep compile(YamlMap map) {
        CompileStep step =
                new CompileStep(
                        command(map),
                        map.number("cpuMs", 1, MOST),
                        map.number("wallMs", 1, MOST),
                        map.number("memoryMb", 1, MOST),
                        map.yesOrNo("addressSpace"),
                        map.number("processes", 1, MOST),
                        map.number("outputKb", 1, MOST),
                        map.number("fileMb", 1, MOST));
        map.nothingElse();
        return step;
    }

    private static RunStep run(YamlMap map) {
        Set<Integer> exitCodes = new HashSet<>();
        for (int code : map.numbers("outOfMemoryExitCodes", 1, 255)) {
            exitCodes.add(code);
        }
        RunStep step =
                new RunStep(
                        command(map),
                        map.yesOrNo("addressSpace"),
                        map.number("processes", 1, MOST),
                        map.factor("cpuMultiplier"),
                        map.number("memoryExtraMb", 0, MOST),
                        exitCodes);
        map.nothingElse();
        return step;
    }

    private static Command command(YamlMap map) {
        return new Command(map.texts("argv"), map.textMap("env"), map.optionalYesOrNo("warm"));
    }

    /** What is wrong with the file, as a sentence. */
    public static final class LanguageFileException extends RuntimeException {

        @java.io.Serial private static final long serialVersionUID = 1;

        LanguageFileException(String message) {
            super(message);
        }

        LanguageFileException(String message, @Nullable Throwable cause) {
            super(message, cause);
        }
    }
}
