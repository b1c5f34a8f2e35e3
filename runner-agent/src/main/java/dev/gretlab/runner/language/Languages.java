/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.language;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Languages by id, in the order of the file. */
public final class Languages {

    private final Map<String, Language> byId = new LinkedHashMap<>();

    /** IllegalArgumentException when two have the same id. */
    public Languages(List<Language> languages) {
        for (Language language : languages) {
            if (byId.putIfAbsent(language.id(), language) != null) {
                throw new IllegalArgumentException(
                        "the language \"" + language.id() + "\" is there twice");
            }
        }
    }

    public @Nullable Language find(String id) {
        return byId.get(id);
    }

    public Collection<Language> all() {
        return java.util.Collections.unmodifiableCollection(byId.values());
    }

    /**
     * The folders outside of /usr in which tools of a language may lie and that are there, each
     * once.
     */
    public List<Path> folders() {
        return byId.values().stream()
                .flatMap(language -> language.folders().stream())
                .distinct()
                .map(Path::of)
                .filter(Files::isDirectory)
                .toList();
    }

    public Languages only(Predicate<Language> kept) {
        return new Languages(byId.values().stream().filter(kept).toList());
    }
}
