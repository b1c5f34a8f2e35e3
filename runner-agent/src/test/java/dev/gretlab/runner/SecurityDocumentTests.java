/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.runner;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.runner.jail.RealJail;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** docs/security.md names a test of each line, and each of them exists. */
@Tag("unit")
class SecurityDocumentTests {

    private static final Pattern NAME = Pattern.compile("`([^`]+)`");

    private static Path root() {
        return RealJail.root();
    }

    /** The last cell of each row of each table, by the first two. */
    private static Map<String, String> rows() throws IOException {
        Map<String, String> rows = new HashMap<>();
        for (String line : Files.readAllLines(root().resolve("docs/security.md"))) {
            String[] cells = line.split("\\|", -1);
            if (line.startsWith("| ") && !line.contains("held by")) {
                rows.put(cells[1].strip() + " " + cells[2].strip(), cells[cells.length - 2]);
            }
        }
        return rows;
    }

    private static Set<String> cases() throws IOException {
        Set<String> ids = new HashSet<>();
        for (String file : List.of("cases.json", "languages.json")) {
            Path path = root().resolve("sandbox-runtimeclass/cases").resolve(file);
            for (JsonNode each : new JsonMapper().readTree(Files.readString(path))) {
                ids.add(each.path("id").asString());
            }
        }
        return ids;
    }

    /** The sources of all tests by the names of their files. */
    private static Map<String, String> tests() throws IOException {
        Map<String, String> sources = new HashMap<>();
        List<Path> folders = new ArrayList<>();
        folders.add(root().resolve("sandbox-runtimeclass/jail/test"));
        for (String module : List.of("migrations", "runner-agent", "api-server", "operator")) {
            folders.add(root().resolve(module).resolve("src/test/java"));
        }
        for (Path folder : folders) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    // where two have one name, either may hold the test
                    sources.merge(
                            file.getFileName().toString(), Files.readString(file), String::concat);
                }
            }
        }
        return sources;
    }

    private static boolean exists(String name, Set<String> cases, Map<String, String> tests) {
        if (cases.contains(name) || tests.containsKey(name)) {
            return true;
        }
        int dot = name.indexOf('.');
        String source = tests.get((dot < 0 ? name : name.substring(0, dot)) + ".java");
        return source != null
                && (dot < 0 || source.contains("void " + name.substring(dot + 1) + "("));
    }

    @Test
    void everyTestThatItNamesExists() throws IOException {
        Set<String> cases = cases();
        Map<String, String> tests = tests();
        List<String> missing = new ArrayList<>();
        for (String names : rows().values()) {
            Matcher matcher = NAME.matcher(names);
            while (matcher.find()) {
                if (!exists(matcher.group(1), cases, tests)) {
                    missing.add(matcher.group(1));
                }
            }
        }
        assertThat(missing).isEmpty();
        assertThat(exists("LanguagesAsDataTests.noSuchTest", cases, tests)).isFalse();
    }

    @Test
    void everyLineButTheOneThatIsLeftOpenHasATest() throws IOException {
        Map<String, String> rows = rows();
        assertThat(rows).hasSizeGreaterThan(30);
        assertThat(rows.entrySet())
                .filteredOn(row -> !NAME.matcher(row.getValue()).find())
                .extracting(Map.Entry::getKey)
                .singleElement()
                .asString()
                .startsWith("**could** slow the database");
    }
}
