/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.language;

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

    public Languages only(Predicate<Language> kept) {
        return new Languages(byId.values().stream().filter(kept).toList());
    }
}
