/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner.language;

import dev.gretlab.runner.language.LanguageFile.LanguageFileException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A map of a YAML file that knows its place there, for messages, and which keys were asked for. */
final class YamlMap {

    private final Map<?, ?> values;
    private final String place;
    private final Set<Object> known = new HashSet<>();

    private YamlMap(Map<?, ?> values, String place) {
        this.values = values;
        this.place = place;
    }

    static YamlMap of(@Nullable Object value, String place) {
        if (value instanceof Map<?, ?> map) {
            return new YamlMap(map, place);
        }
        throw new LanguageFileException(place + " must be a map");
    }

    /** The same map under a better name. */
    YamlMap named(String better) {
        YamlMap map = new YamlMap(values, better);
        map.known.addAll(known);
        return map;
    }

    LanguageFileException wrong(String key, String what) {
        return new LanguageFileException(place + ": " + key + " " + what);
    }

    void nothingElse() {
        for (Object key : values.keySet()) {
            if (!known.contains(key)) {
                throw new LanguageFileException(place + ": \"" + key + "\" is not known here");
            }
        }
    }

    private @Nullable Object find(String key) {
        known.add(key);
        return values.get(key);
    }

    private Object required(String key) {
        Object value = find(key);
        if (value == null) {
            throw wrong(key, "is missing");
        }
        return value;
    }

    String text(String key) {
        if (required(key) instanceof String text && !text.isBlank()) {
            return text;
        }
        throw wrong(key, "must be text");
    }

    boolean yesOrNo(String key) {
        if (required(key) instanceof Boolean value) {
            return value;
        }
        throw wrong(key, "must be true or false");
    }

    /** False when it is absent. */
    boolean optionalYesOrNo(String key) {
        return find(key) != null && yesOrNo(key);
    }

    int number(String key, int least, int most) {
        return number(key, required(key), least, most);
    }

    private int number(String key, @Nullable Object value, int least, int most) {
        if (value instanceof Integer number && number >= least && number <= most) {
            return number;
        }
        throw wrong(key, "must be a whole number from " + least + " to " + most);
    }

    List<Integer> numbers(String key, int least, int most) {
        List<Integer> numbers = new ArrayList<>();
        for (Object value : list(key)) {
            numbers.add(number(key, value, least, most));
        }
        return numbers;
    }

    double factor(String key) {
        if (required(key) instanceof Number number
                && number.doubleValue() >= 0.1
                && number.doubleValue() <= 100) {
            return number.doubleValue();
        }
        throw wrong(key, "must be a number from 0.1 to 100");
    }

    List<String> texts(String key) {
        List<String> texts = new ArrayList<>();
        for (Object value : list(key)) {
            if (!(value instanceof String text)) {
                throw wrong(key, "must be a list of texts; put quotes around numbers");
            }
            texts.add(text);
        }
        if (texts.isEmpty()) {
            throw wrong(key, "must not be empty");
        }
        return texts;
    }

    /** Empty when it is absent. */
    List<String> optionalTexts(String key) {
        return find(key) == null ? List.of() : texts(key);
    }

    Map<String, String> textMap(String key) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : map(key).values.entrySet()) {
            if (!(entry.getKey() instanceof String name)
                    || !(entry.getValue() instanceof String text)) {
                throw wrong(key, "must be a map of texts; put quotes around numbers");
            }
            texts.put(name, text);
        }
        return texts;
    }

    YamlMap map(String key) {
        return of(required(key), place + ": " + key);
    }

    @Nullable YamlMap optionalMap(String key) {
        return find(key) == null ? null : map(key);
    }

    List<YamlMap> maps(String key) {
        List<YamlMap> maps = new ArrayList<>();
        for (Object value : list(key)) {
            maps.add(of(value, key + "[" + maps.size() + "]"));
        }
        return maps;
    }

    private List<?> list(String key) {
        if (required(key) instanceof List<?> list) {
            return list;
        }
        throw wrong(key, "must be a list");
    }
}
