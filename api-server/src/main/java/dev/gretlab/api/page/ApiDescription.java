/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.page;

import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.Operation;
import io.swagger.v3.oas.models.PathItem;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.media.Content;
import io.swagger.v3.oas.models.media.IntegerSchema;
import io.swagger.v3.oas.models.media.MediaType;
import io.swagger.v3.oas.models.media.ObjectSchema;
import io.swagger.v3.oas.models.media.Schema;
import io.swagger.v3.oas.models.media.StringSchema;
import io.swagger.v3.oas.models.parameters.HeaderParameter;
import io.swagger.v3.oas.models.responses.ApiResponse;
import io.swagger.v3.oas.models.responses.ApiResponses;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import java.util.Set;
import org.springdoc.core.customizers.OpenApiCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Adds to the generated description what holds for every endpoint: errors, recognition, keys of
 * writes.
 */
@Configuration(proxyBeanMethods = false)
class ApiDescription {

    private static final String PROBLEM = "Problem";
    private static final Set<String> STAFF_READ =
            Set.of(
                    "/api/v1/overview",
                    "/api/v1/settings",
                    "/api/v1/runners",
                    "/api/v1/system-errors");

    @Bean
    OpenApiCustomizer describedApi() {
        return ApiDescription::complete;
    }

    private static void complete(OpenAPI api) {
        api.info(
                new Info()
                        .title("Gretlab")
                        .version("1")
                        .description(
                                "A coding lab: programs are run and judged. Errors are RFC 9457 problem details."));
        api.servers(java.util.List.of());
        api.getComponents()
                .addSchemas(PROBLEM, problemSchema())
                .addSecuritySchemes(
                        "token",
                        new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme("bearer"))
                .addSecuritySchemes(
                        "session",
                        new SecurityScheme()
                                .type(SecurityScheme.Type.APIKEY)
                                .in(SecurityScheme.In.COOKIE)
                                .name("__Host-gretlab"));
        api.getPaths()
                .forEach((path, item) ->
                        item.readOperationsMap()
                                .forEach((method, operation) -> complete(path, method, operation)));
    }

    private static void complete(String path, PathItem.HttpMethod method, Operation operation) {
        ApiResponses answers = operation.getResponses();
        answers.addApiResponse(
                "503",
                problem("Busy, or the database is away; Retry-After says when to come back."));
        if (!path.startsWith("/api/v1/")) {
            if (path.equals("/api/metrics")) {
                answers.addApiResponse("401", problem("The token is missing or wrong."));
            }
            return;
        }
        boolean signIn = path.equals("/api/v1/session") && method == PathItem.HttpMethod.POST;
        answers.addApiResponse("401", problem("Not signed in, or signed in wrongly."));
        if (!signIn) {
            operation.addSecurityItem(new SecurityRequirement().addList("token"));
            operation.addSecurityItem(new SecurityRequirement().addList("session"));
        }
        if (path.contains("{") || path.contains("problems")) {
            answers.addApiResponse("404", problem("It does not exist, or not for this person."));
        }
        if (method != PathItem.HttpMethod.GET) {
            answers.addApiResponse("403", problem("Not allowed, or the CSRF token is missing."));
            if (!signIn) {
                operation.addParametersItem(
                        new HeaderParameter()
                                .name("Idempotency-Key")
                                .schema(new StringSchema().maxLength(200))
                                .description(
                                        "The same key answers as the first time for 24 hours."));
            }
        } else if (STAFF_READ.contains(path)) {
            answers.addApiResponse("403", problem("Only for staff."));
        }
        if (operation.getRequestBody() != null) {
            answers.addApiResponse("400", problem("The request cannot be read."));
            answers.addApiResponse("413", problem("The request is too large."));
            answers.addApiResponse("415", problem("Another Content-Type is needed."));
            answers.addApiResponse(
                    "422", problem("What was sent cannot be accepted; detail says why."));
        }
        if (path.startsWith("/api/v1/drafts") && method == PathItem.HttpMethod.PUT) {
            answers.addApiResponse("409", problem("Changed meanwhile: yours and theirs."));
            answers.addApiResponse("428", problem("If-Match or If-None-Match is missing."));
        }
        if (path.endsWith("/retry")) {
            answers.addApiResponse("409", problem("Its verdict stands, or it has none yet."));
        }
        boolean enqueues =
                method == PathItem.HttpMethod.POST
                        && (path.equals("/api/v1/runs") || path.equals("/api/v1/submissions"));
        if (path.equals("/api/v1/tokens") && method == PathItem.HttpMethod.POST) {
            answers.addApiResponse("409", problem("This person has as many as may be."));
        }
        if (signIn || enqueues || path.endsWith("/events")) {
            answers.addApiResponse("429", problem("Too many; Retry-After says when to come back."));
        }
    }

    private static ApiResponse problem(String description) {
        return new ApiResponse()
                .description(description)
                .content(
                        new Content()
                                .addMediaType(
                                        "application/problem+json",
                                        new MediaType()
                                                .schema(
                                                        new Schema<>()
                                                                .$ref(
                                                                        "#/components/schemas/"
                                                                                + PROBLEM))));
    }

    private static Schema<?> problemSchema() {
        return new ObjectSchema()
                .addProperty("type", new StringSchema().format("uri"))
                .addProperty("title", new StringSchema())
                .addProperty("status", new IntegerSchema())
                .addProperty("detail", new StringSchema());
    }
}
