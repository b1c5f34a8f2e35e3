/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem.pack;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** A map of a YAML file, which reports what has the wrong type with the file's name and the key. */
final class YamlFile {

    private final String path;
    private final Map<String, @Nullable Object> values;
    private final Faults faults;

    private YamlFile(String path, Map<String, @Nullable Object> values, Faults faults) {
        this.path = path;
        this.values = values;
        this.faults = faults;
    }

    /** An empty one for a file that is missing or, with a fault, unreadable. */
    static YamlFile read(PackageFiles files, String path, Faults faults) {
        String text = files.text(path, faults);
        if (text == null) {
            return new YamlFile(path, Map.of(), faults);
        }
        LoaderOptions options = new LoaderOptions();
        options.setAllowDuplicateKeys(false);
        options.setMaxAliasesForCollections(20);
        options.setNestingDepthLimit(20);
        options.setCodePointLimit(1024 * 1024);
        try {
            Object loaded = new Yaml(new SafeConstructor(options)).load(text);
            if (loaded == null) {
                return new YamlFile(path, Map.of(), faults);
            }
            if (loaded instanceof Map<?, ?> map) {
                return new YamlFile(path, keyed(map), faults);
            }
            faults.add(path + " must hold keys and values: write \"key: value\" in each line.");
        } catch (MarkedYAMLException e) {
            int line = e.getProblemMark() == null ? 1 : e.getProblemMark().getLine() + 1;
            faults.add(path + " is not YAML: look at line " + line + " (" + e.getProblem() + ").");
        } catch (YAMLException e) {
            faults.add(path + " is not YAML that is read here: keep it plain and short.");
        }
        return new YamlFile(path, Map.of(), faults);
    }

    private static Map<String, @Nullable Object> keyed(Map<?, ?> map) {
        Map<String, @Nullable Object> keyed = new LinkedHashMap<>();
        map.forEach((key, value) -> keyed.put(String.valueOf(key), value));
        return keyed;
    }

    String path() {
        return path;
    }

    Set<String> keys() {
        return values.keySet();
    }

    boolean has(String key) {
        return values.get(key) != null;
    }

    void unknownKeysAreFaults(Set<String> known) {
        for (String key : values.keySet()) {
            if (!known.contains(key)) {
                faults.add(path + " has the unknown key " + key + ": remove or correct it.");
            }
        }
    }

    void unknownKeysAreNoted(Set<String> known) {
        for (String key : values.keySet()) {
            if (!known.contains(key)) {
                faults.note(path + " has the unknown key " + key + ", which is ignored.");
            }
        }
    }

    /** A scalar as text; null when missing, a fault when it is a list or a map. */
    @Nullable String text(String key) {
        Object value = values.get(key);
        if (value == null) {
            return null;
        }
        if (value instanceof Map || value instanceof Iterable) {
            faults.add(path + ": " + key + " must be a text.");
            return null;
        }
        return String.valueOf(value).strip();
    }

    /** The keys below a key; empty when it is missing, a fault when it is no map. */
    YamlFile map(String key) {
        Object value = values.get(key);
        if (value instanceof Map<?, ?> map) {
            return new YamlFile(path + " (" + key + ")", keyed(map), faults);
        }
        if (value != null) {
            faults.add(path + ": " + key + " must hold keys and values.");
        }
        return new YamlFile(path, Map.of(), faults);
    }

    boolean isMap(String key) {
        return values.get(key) instanceof Map;
    }

    /** A list of scalars, or one scalar as a list of one; null when missing. */
    @Nullable List<String> texts(String key) {
        Object value = values.get(key);
        if (value == null) {
            return null;
        }
        if (!(value instanceof List<?> list)) {
            String one = text(key);
            return one == null ? null : List.of(one);
        }
        List<String> texts = new ArrayList<>();
        for (Object item : list) {
            if (item == null || item instanceof Map || item instanceof Iterable) {
                faults.add(path + ": " + key + " must be a list of texts.");
                return null;
            }
            texts.add(String.valueOf(item));
        }
        return List.copyOf(texts);
    }

    /** A number above zero; null when missing, or with a fault. */
    @Nullable BigDecimal positive(String key) {
        String text = text(key);
        if (text == null) {
            return null;
        }
        if (values.get(key) instanceof Double value && Double.isFinite(value)) {
            text = BigDecimal.valueOf(value).toPlainString(); // and not 1.0E-4
        }
        BigDecimal number = positiveNumber(text);
        if (number == null) {
            faults.add(path + ": " + key + " must be a number above 0, not " + text + ".");
        }
        return number;
    }

    /** Any number; null when missing, or with a fault. */
    @Nullable BigDecimal number(String key) {
        String text = text(key);
        if (text == null) {
            return null;
        }
        if (values.get(key) instanceof Double value && Double.isFinite(value)) {
            text = BigDecimal.valueOf(value).toPlainString(); // and not 1.0E-4
        }
        BigDecimal number = plainNumber(text);
        if (number == null) {
            faults.add(path + ": " + key + " must be a number, not " + text + ".");
        }
        return number;
    }

    /** Null for what is no plain number of few digits. */
    static @Nullable BigDecimal plainNumber(String text) {
        return text.matches("[+-]?[0-9]{1,9}(\\.[0-9]{1,12})?") ? new BigDecimal(text) : null;
    }

    /**
     * Digits only, and few of them: 1e999999999 is a number too, and would take all memory as an
     * integer.
     */
    static @Nullable BigDecimal positiveNumber(String text) {
        if (!text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?")) {
            return null;
        }
        BigDecimal number = new BigDecimal(text);
        return number.signum() > 0 ? number : null;
    }
}
