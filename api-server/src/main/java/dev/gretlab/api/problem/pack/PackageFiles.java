/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of a package by their path below its root; those whose names the format ignores are
 * gone.
 */
final class PackageFiles {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.+-]{0,254}");

    private final String folder;
    private final NavigableMap<String, byte[]> files;

    private PackageFiles(String folder, NavigableMap<String, byte[]> files) {
        this.folder = folder;
        this.files = files;
    }

    static PackageFiles of(NavigableMap<String, byte[]> unpacked, Faults faults) {
        String root = rootOf(unpacked.keySet());
        NavigableMap<String, byte[]> kept = new TreeMap<>();
        for (var file : unpacked.entrySet()) {
            if (!file.getKey().startsWith(root)) {
                continue; // a note or a folder of the packing tool beside the package's folder
            }
            String path = file.getKey().substring(root.length());
            if (path.equals(".timelimit") || honoured(path)) {
                kept.put(path, file.getValue());
            } else if (path.matches("(data|statement|problem_statement|submissions)/[^.].*")
                    && !path.contains("/.")) {
                faults.note(
                        path
                                + " is left out: names have letters, digits, _ . - and do not begin"
                                + " with . or -.");
            }
        }
        return new PackageFiles(root.isEmpty() ? "" : root.substring(0, root.length() - 1), kept);
    }

    /**
     * The folder around the package with a slash behind it, or nothing when the zip holds its
     * content.
     */
    static String rootOf(Collection<String> paths) {
        if (paths.contains("problem.yaml")) {
            return "";
        }
        List<String> roots =
                paths.stream()
                        .filter(p ->
                                p.endsWith("/problem.yaml") && p.indexOf('/') == p.length() - 13)
                        .map(p -> p.substring(0, p.length() - 12))
                        .filter(p -> !p.startsWith("__MACOSX"))
                        .toList();
        return roots.size() == 1 ? roots.getFirst() : "";
    }

    private static boolean honoured(String path) {
        for (String part : path.split("/", -1)) {
            if (!NAME.matcher(part).matches() || part.equals("__MACOSX")) {
                return false;
            }
        }
        return true;
    }

    /** The name of the folder around the package, empty when there is none. */
    String folder() {
        return folder;
    }

    SortedMap<String, byte[]> all() {
        return Collections.unmodifiableSortedMap(files);
    }

    byte @Nullable [] get(String path) {
        return files.get(path);
    }

    boolean hasFolder(String path) {
        return !below(path).isEmpty();
    }

    /** All files below a folder, however deep, by their whole path. */
    SortedMap<String, byte[]> below(String path) {
        return Collections.unmodifiableSortedMap(files.subMap(path + "/", path + "0"));
    }

    /**
     * A text file without its byte-order mark; null when it is missing or, with a fault, not UTF-8.
     */
    @Nullable String text(String path, Faults faults) {
        byte[] content = files.get(path);
        if (content == null) {
            return null;
        }
        try {
            String text =
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(content)).toString();
            if (text.indexOf('\0') >= 0) {
                faults.add(path + " holds a NUL character: it must be plain text.");
                return null;
            }
            if (text.startsWith("\uFEFF")) {
                text = text.substring(1);
            }
            return text.replace("\r\n", "\n");
        } catch (CharacterCodingException e) {
            faults.add(path + " is not UTF-8: save it as UTF-8.");
            return null;
        }
    }
}
