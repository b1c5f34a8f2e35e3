/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.course;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.error.Problem;
import dev.gretlab.api.idempotency.Idempotency;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
@RequestMapping("/api/v1/courses")
class CourseController {

    private static final Pattern SLUG = Pattern.compile("[a-z0-9][a-z0-9-]{0,62}");

    private final CourseStore courses;
    private final Idempotency idempotency;

    CourseController(CourseStore courses, Idempotency idempotency) {
        this.courses = courses;
        this.idempotency = idempotency;
    }

    record CourseRequest(@Nullable String slug, @Nullable String name) {}

    record NewCourse(String slug, String name) {}

    @GetMapping
    Mono<List<CourseStore.CourseView>> list(@AuthenticationPrincipal Caller caller) {
        return courses.list(caller);
    }

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    Mono<ResponseEntity<NewCourse>> create(
            @AuthenticationPrincipal Caller caller,
            @RequestBody CourseRequest body,
            ServerHttpRequest request) {
        caller.requireAdmin();
        String slug = body.slug() == null ? "" : body.slug();
        String name = body.name() == null ? "" : body.name().strip();
        if (!SLUG.matcher(slug).matches() || name.isEmpty() || name.length() > 200) {
            throw Problem.of(
                            422,
                            "bad-course",
                            "A course needs a slug of lower-case letters, digits and hyphens, and a name of 1 to 200 characters.")
                    .exception();
        }
        Mono<ResponseEntity<NewCourse>> work =
                courses.create(slug, name)
                        .flatMap(created ->
                                created
                                        ? Mono.just(
                                                ResponseEntity.status(HttpStatus.CREATED)
                                                        .body(new NewCourse(slug, name)))
                                        : Mono.error(
                                                Problem.of(
                                                                409,
                                                                "course-exists",
                                                                "There is a course with this slug already.")
                                                        .exception()));
        return idempotency.once(caller, request, body, NewCourse.class, work);
    }
}
