/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.access.Sha256;
import dev.gretlab.api.course.CourseStore;
import dev.gretlab.api.error.Problem;
import dev.gretlab.api.idempotency.Idempotency;
import dev.gretlab.api.problem.pack.ImportOutcome;
import dev.gretlab.api.problem.pack.PackageImporter;
import dev.gretlab.api.problem.pack.PackageReader;
import dev.gretlab.api.problem.pack.PackageReading;
import dev.gretlab.api.problem.pack.ProblemPackage;
import dev.gretlab.api.problem.pack.SiteLimits;
import dev.gretlab.api.setting.SettingStore;
import dev.gretlab.api.setting.Settings;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.DataBufferUtils;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.codec.multipart.FilePart;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RequestPart;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Takes problem packages. One is unpacked at a time: each may need its whole size in memory. */
@RestController
class PackageController implements DisposableBean {

    private static final int LARGEST_BYTES = 64 * 1024 * 1024;
    private static final long LARGEST_UNPACKED_BYTES = 256L * 1024 * 1024;
    private static final int MOST_FILES = 4_000;
    private static final int WAITING = 20;

    private final CourseStore courses;
    private final ProblemStore problems;
    private final SettingStore settings;
    private final PackageImporter importer;
    private final Idempotency idempotency;
    private final Scheduler reading = Schedulers.newBoundedElastic(1, WAITING, "packages");

    PackageController(
            CourseStore courses,
            ProblemStore problems,
            SettingStore settings,
            PackageImporter importer,
            Idempotency idempotency) {
        this.courses = courses;
        this.problems = problems;
        this.settings = settings;
        this.importer = importer;
        this.idempotency = idempotency;
    }

    record ImportedProblem(
            String slug,
            int version,
            String name,
            int tests,
            boolean created,
            List<String> notes) {}

    @PostMapping(value = "/api/v1/problems", consumes = MediaType.MULTIPART_FORM_DATA_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    Mono<ResponseEntity<ImportedProblem>> add(
            @AuthenticationPrincipal Caller caller,
            @RequestParam(required = false) @Nullable String course,
            @RequestPart("package") FilePart file,
            ServerHttpRequest request) {
        if (caller.teaches().isEmpty()) {
            caller.requireStaff();
        }
        if (course == null) {
            throw Problem.of(
                            422,
                            "missing-field",
                            "Say with ?course= which course the problem is for.")
                    .exception();
        }
        return courses.taught(caller, course)
                .switchIfEmpty(
                        Mono.error(() ->
                                Problem.of(
                                                422,
                                                "unknown-course",
                                                "There is no such course, or it is not yours.")
                                        .exception()))
                .flatMap(id ->
                        Mono.zip(settings.current(), content(file))
                                .flatMap(both ->
                                        read(both.getT2(), file.filename(), both.getT1())
                                                .flatMap(problem ->
                                                        idempotency
                                                                .once(
                                                                        caller,
                                                                        request,
                                                                        List.of(
                                                                                course,
                                                                                Sha256.of(
                                                                                                both
                                                                                                        .getT2())
                                                                                        .hex()),
                                                                        ImportedProblem.class,
                                                                        store(problem, id, caller))
                                                                // after the commit, or the old one
                                                                // would be read again
                                                                .doOnSuccess(done ->
                                                                        problems.forget(
                                                                                problem.slug())))));
    }

    private static Mono<byte[]> content(FilePart file) {
        return DataBufferUtils.join(file.content(), LARGEST_BYTES).map(PackageController::bytes);
    }

    private static byte[] bytes(DataBuffer buffer) {
        byte[] bytes = new byte[buffer.readableByteCount()];
        buffer.read(bytes);
        DataBufferUtils.release(buffer);
        return bytes;
    }

    private Mono<ProblemPackage> read(byte[] zip, String fileName, Settings current) {
        return Mono.fromCallable(() -> new PackageReader(limits(current)).read(zip, fileName))
                .subscribeOn(reading)
                .map(outcome ->
                        switch (outcome) {
                            case PackageReading.Accepted accepted -> accepted.problem();
                            case PackageReading.Refused refused ->
                                    throw Problem.of(
                                                    422,
                                                    "package-refused",
                                                    "The package was not taken: it has "
                                                            + refused.faults().size()
                                                            + (refused.faults().size() == 1
                                                                    ? " fault."
                                                                    : " faults."))
                                            .with(Map.of("faults", refused.faults()))
                                            .exception();
                        });
    }

    private Mono<ResponseEntity<ImportedProblem>> store(
            ProblemPackage problem, UUID course, Caller caller) {
        return importer.store(problem, course, caller.id())
                .map(outcome ->
                        switch (outcome) {
                            case ImportOutcome.Stored stored ->
                                    ResponseEntity.created(
                                                    URI.create("/api/v1/problems/" + stored.slug()))
                                            .body(
                                                    new ImportedProblem(
                                                            stored.slug(),
                                                            stored.version(),
                                                            problem.name(),
                                                            problem.tests().size(),
                                                            stored.created(),
                                                            problem.notes()));
                            case ImportOutcome.SlugTaken taken ->
                                    throw Problem.of(
                                                    409,
                                                    "problem-exists",
                                                    "Another course has a problem called "
                                                            + taken.slug()
                                                            + ". Name the package differently.")
                                            .exception();
                        });
    }

    private static SiteLimits limits(Settings current) {
        return new SiteLimits(
                current.number("highest_cpu_ms"),
                current.number("highest_memory_mb"),
                current.number("highest_output_kb"),
                current.number("cpu_ms"),
                current.number("memory_mb"),
                current.number("output_kb"),
                LARGEST_BYTES,
                LARGEST_UNPACKED_BYTES,
                MOST_FILES);
    }

    @Override
    public void destroy() {
        reading.dispose();
    }
}
