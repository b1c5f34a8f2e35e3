/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.databind.JsonNode;

/** Walks the description of the API: every endpoint is asked as everybody. */
@Tag("api")
class AccessTests {

    private static final String ID = UUID.randomUUID().toString();

    /**
     * What nobody, a student, staff and an admin get, of an endpoint asked for something that is
     * not there or not complete.
     */
    private record Expected(String body, int student, int staff, int admin) {}

    private static final Map<String, Expected> ENDPOINTS =
            Map.ofEntries(
                    Map.entry("GET /api/v1/session", new Expected("", 200, 200, 200)),
                    Map.entry("DELETE /api/v1/session", new Expected("", 204, 204, 204)),
                    Map.entry("GET /api/v1/languages", new Expected("", 200, 200, 200)),
                    Map.entry("POST /api/v1/runs", new Expected("{}", 422, 422, 422)),
                    Map.entry("GET /api/v1/runs/{id}", new Expected("", 404, 404, 404)),
                    Map.entry("GET /api/v1/runs/{id}/status", new Expected("", 404, 404, 404)),
                    Map.entry("GET /api/v1/runs/{id}/events", new Expected("", 404, 404, 404)),
                    Map.entry("DELETE /api/v1/runs/{id}", new Expected("", 404, 404, 404)),
                    Map.entry("POST /api/v1/runs/{id}/retry", new Expected("", 403, 404, 404)),
                    Map.entry(
                            "POST /api/v1/submissions/{id}/retry", new Expected("", 403, 404, 404)),
                    Map.entry("GET /api/v1/system-errors", new Expected("", 403, 200, 200)),
                    Map.entry("GET /api/v1/runners", new Expected("", 403, 200, 200)),
                    Map.entry(
                            "POST /api/v1/runners/{id}/void",
                            new Expected("{\"reason\":\"a test\"}", 403, 403, 404)),
                    Map.entry("POST /api/v1/submissions", new Expected("{}", 422, 422, 422)),
                    Map.entry("GET /api/v1/submissions", new Expected("", 200, 200, 200)),
                    Map.entry("GET /api/v1/submissions/{id}", new Expected("", 404, 404, 404)),
                    Map.entry(
                            "GET /api/v1/submissions/{id}/status", new Expected("", 404, 404, 404)),
                    Map.entry(
                            "GET /api/v1/submissions/{id}/events", new Expected("", 404, 404, 404)),
                    Map.entry("DELETE /api/v1/submissions/{id}", new Expected("", 404, 404, 404)),
                    Map.entry(
                            "GET /api/v1/drafts/{problem}/{language}",
                            new Expected("", 404, 404, 404)),
                    Map.entry(
                            "PUT /api/v1/drafts/{problem}/{language}",
                            new Expected("{\"source\":\"\"}", 404, 404, 404)),
                    Map.entry("GET /api/v1/tokens", new Expected("", 200, 200, 200)),
                    Map.entry("POST /api/v1/tokens", new Expected("{}", 422, 422, 422)),
                    Map.entry("DELETE /api/v1/tokens/{id}", new Expected("", 404, 404, 404)),
                    Map.entry("GET /api/v1/problems", new Expected("", 200, 200, 200)),
                    // what is no multipart is not looked at; ProblemImportTests asks properly
                    Map.entry("POST /api/v1/problems", new Expected("{}", 415, 415, 415)),
                    Map.entry("GET /api/v1/problems/{slug}", new Expected("", 404, 404, 404)),
                    Map.entry(
                            "GET /api/v1/problems/{slug}/examples",
                            new Expected("", 403, 404, 404)),
                    Map.entry(
                            "POST /api/v1/problems/{slug}/examples",
                            new Expected("", 403, 404, 404)),
                    Map.entry(
                            "GET /api/v1/problems/{slug}/files/{path}",
                            new Expected("", 404, 404, 404)),
                    Map.entry("GET /api/v1/contests", new Expected("", 200, 200, 200)),
                    Map.entry("GET /api/v1/courses", new Expected("", 200, 200, 200)),
                    Map.entry("POST /api/v1/courses", new Expected("{}", 403, 403, 422)),
                    Map.entry("POST /api/v1/users", new Expected("[]", 403, 422, 422)),
                    Map.entry("GET /api/v1/settings", new Expected("", 403, 200, 200)),
                    Map.entry("PUT /api/v1/settings", new Expected("[{}]", 403, 403, 422)),
                    Map.entry("GET /api/v1/overview", new Expected("", 403, 200, 200)));

    private final Lab lab = Lab.shared();

    private JsonNode description() {
        return Http.send(lab.anyone(), "GET", "/api/openapi.json").json();
    }

    private static Set<String> operations(JsonNode description) {
        Set<String> operations = new TreeSet<>();
        description
                .get("paths")
                .propertyStream()
                .forEach(path ->
                        path.getValue()
                                .propertyNames()
                                .forEach(method ->
                                        operations.add(
                                                method.toUpperCase(java.util.Locale.ROOT)
                                                        + " "
                                                        + path.getKey())));
        return operations;
    }

    @Test
    void everyEndpointAnswersEveryRoleAsItShould() {
        Set<String> walked = new TreeSet<>();
        for (String operation : operations(description())) {
            if (!operation.contains("/api/v1/") || operation.equals("POST /api/v1/session")) {
                continue;
            }
            assertThat(ENDPOINTS).as("endpoints that this test asks").containsKey(operation);
            Expected expected = java.util.Objects.requireNonNull(ENDPOINTS.get(operation));
            assertThat(status(null, operation, expected.body()))
                    .as("nobody: " + operation)
                    .isEqualTo(401);
            assertThat(status(lab.student(), operation, expected.body()))
                    .as("a student: " + operation)
                    .isEqualTo(expected.student());
            assertThat(status(lab.staff(), operation, expected.body()))
                    .as("staff: " + operation)
                    .isEqualTo(expected.staff());
            assertThat(status(lab.admin(), operation, expected.body()))
                    .as("an admin: " + operation)
                    .isEqualTo(expected.admin());
            walked.add(operation);
        }
        assertThat(walked).containsExactlyInAnyOrderElementsOf(ENDPOINTS.keySet());
    }

    private int status(
            Lab.@org.jspecify.annotations.Nullable Person person, String operation, String body) {
        String[] parts = operation.split(" ", 2);
        String path =
                parts[1].replace("{id}", ID)
                        .replace("{slug}", "none")
                        .replace("{path}", "a.png")
                        .replace("{problem}", "none")
                        .replace("{language}", "c");
        return Http.send(
                        person == null ? lab.anyone() : person.client(),
                        parts[0],
                        path,
                        body.isEmpty() ? null : body)
                .status();
    }

    @Test
    void everyHandlerIsDescribedWithItsAnswers() {
        JsonNode description = description();
        RequestMappingHandlerMapping handlers =
                lab.context()
                        .getBean(
                                "requestMappingHandlerMapping", RequestMappingHandlerMapping.class);
        handlers.getHandlerMethods()
                .keySet()
                .forEach(mapping ->
                        mapping.getPatternsCondition()
                                .getPatterns()
                                .forEach(pattern ->
                                        mapping.getMethodsCondition()
                                                .getMethods()
                                                .forEach(method ->
                                                        assertDescribed(
                                                                description,
                                                                pattern.getPatternString(),
                                                                method.name()))));
    }

    private static void assertDescribed(JsonNode description, String pattern, String method) {
        if (!pattern.startsWith("/api/") || pattern.startsWith("/api/openapi")) {
            return;
        }
        String operation = method + " " + pattern;
        JsonNode found = description.get("paths").get(pattern.replace("{*path}", "{path}"));
        assertThat(found).as(operation).isNotNull();
        JsonNode described = found.get(method.toLowerCase(java.util.Locale.ROOT));
        assertThat(described).as(operation).isNotNull();
        Set<String> answers = new TreeSet<>(described.get("responses").propertyNames());
        assertThat(answers)
                .as(operation)
                .anyMatch(answer -> answer.startsWith("2"))
                .contains("503");
        if (pattern.startsWith("/api/v1/")) {
            assertThat(answers).as(operation).contains("401");
        }
        if (described.has("requestBody")) {
            assertThat(answers).as(operation).contains("400", "413", "415", "422");
        }
        if (operation.equals("POST /api/v1/runs") || operation.equals("POST /api/v1/submissions")) {
            assertThat(answers).contains("202", "429");
        }
    }
}
