/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.job;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.access.Sha256;
import dev.gretlab.api.contest.ContestStore;
import dev.gretlab.api.error.ApiException;
import dev.gretlab.api.error.Problem;
import dev.gretlab.api.error.ProblemMapping;
import dev.gretlab.api.language.LanguageStore;
import dev.gretlab.api.problem.ProblemPage;
import dev.gretlab.api.problem.ProblemStore;
import dev.gretlab.api.setting.Limits;
import dev.gretlab.api.setting.SettingStore;
import dev.gretlab.api.setting.Settings;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;
import tools.jackson.databind.json.JsonMapper;

/** Looks at what was sent, and puts it in the queue. */
@Component
class Intake {

    private final JobStore jobs;
    private final JobStatuses statuses;
    private final SettingStore settings;
    private final LanguageStore languages;
    private final ProblemStore problems;
    private final ContestStore contests;
    private final Announcer announcer;
    private final JobMeters meters;
    private final JsonMapper json;

    Intake(
            JobStore jobs,
            JobStatuses statuses,
            SettingStore settings,
            LanguageStore languages,
            ProblemStore problems,
            ContestStore contests,
            Announcer announcer,
            JobMeters meters,
            JsonMapper json) {
        this.jobs = jobs;
        this.statuses = statuses;
        this.settings = settings;
        this.languages = languages;
        this.problems = problems;
        this.contests = contests;
        this.announcer = announcer;
        this.meters = meters;
        this.json = json;
    }

    Mono<JobRequests.Accepted> run(
            Caller caller, JobRequests.RunRequest request, @Nullable String key) {
        return Mono.zip(settings.current(), language(request.language()))
                .flatMap(known -> {
                    Settings current = known.getT1();
                    SourceText source =
                            SourceText.source(request.source(), current.number("source_kb"));
                    SourceText stdin =
                            SourceText.stdin(request.stdin(), current.number("stdin_kb"));
                    return problem(caller, request.problem())
                            .flatMap(problem -> {
                                Limits limits =
                                        wanted(
                                                        request.limits(),
                                                        problem.map(ProblemPage::limits)
                                                                .orElseGet(() ->
                                                                        Limits.standard(current)))
                                                .clamped(current);
                                return enqueue(
                                        caller,
                                        JobPath.RUNS,
                                        new JobStore.NewJob(
                                                caller.id(),
                                                "run",
                                                known.getT2(),
                                                source,
                                                stdin,
                                                problem.map(ProblemPage::versionId).orElse(null),
                                                null,
                                                limits,
                                                key,
                                                hash(request)));
                            });
                });
    }

    Mono<JobRequests.Accepted> submit(
            Caller caller, JobRequests.SubmitRequest request, @Nullable String key) {
        if (request.problem() == null) {
            return Mono.error(unknownProblem());
        }
        return Mono.zip(settings.current(), language(request.language()))
                .flatMap(known -> {
                    SourceText source =
                            SourceText.source(request.source(), known.getT1().number("source_kb"));
                    return Mono.zip(
                                    problem(caller, request.problem()),
                                    contest(caller, request.contest()))
                            .flatMap(place -> {
                                ProblemPage problem = place.getT1().orElseThrow();
                                Optional<UUID> contest = place.getT2();
                                return enqueue(
                                        caller,
                                        JobPath.SUBMISSIONS,
                                        new JobStore.NewJob(
                                                caller.id(),
                                                contest.isPresent() ? "contest_submit" : "submit",
                                                known.getT2(),
                                                source,
                                                SourceText.NOTHING,
                                                problem.versionId(),
                                                contest.orElse(null),
                                                problem.limits().clamped(known.getT1()),
                                                key,
                                                hash(request)));
                            });
                });
    }

    private Mono<JobRequests.Accepted> enqueue(Caller caller, JobPath path, JobStore.NewJob job) {
        return jobs.enqueue(job)
                .onErrorMap(ProblemMapping::translated)
                .doOnError(
                        ApiException.class,
                        error -> meters.refused(job.kind(), error.problem().name()))
                .flatMap(enqueued -> {
                    if (enqueued.replayed()) {
                        return statuses.find(caller, path, enqueued.id())
                                .flatMap(statuses::view)
                                .map(view ->
                                        new JobRequests.Accepted(
                                                view.id(),
                                                view.state(),
                                                view.position(),
                                                view.pollAfterMs(),
                                                job.limits()));
                    }
                    announcer.queued();
                    meters.accepted(enqueued.id());
                    return Mono.just(
                            new JobRequests.Accepted(
                                    enqueued.id(),
                                    "queued",
                                    (int) enqueued.before() + 1,
                                    Pace.queued(
                                            enqueued.before(),
                                            ThreadLocalRandom.current().nextDouble()),
                                    job.limits()));
                });
    }

    private Mono<String> language(@Nullable String id) {
        if (id == null) {
            return Mono.error(ProblemMapping.noLanguage().exception());
        }
        return languages
                .available()
                .flatMap(all ->
                        all.stream().anyMatch(language -> language.id().equals(id))
                                ? Mono.just(id)
                                : Mono.error(ProblemMapping.unknownLanguage().exception()));
    }

    private Mono<Optional<ProblemPage>> problem(Caller caller, @Nullable String slug) {
        if (slug == null) {
            return Mono.just(Optional.empty());
        }
        return problems.find(caller, slug)
                .map(Optional::of)
                .switchIfEmpty(Mono.error(Intake::unknownProblem));
    }

    private Mono<Optional<UUID>> contest(Caller caller, @Nullable String slug) {
        if (slug == null) {
            return Mono.just(Optional.empty());
        }
        return contests.find(caller, slug)
                .map(Optional::of)
                .switchIfEmpty(
                        Mono.error(() ->
                                Problem.of(
                                                422,
                                                "unknown-contest",
                                                "There is no such contest, or it is not yours to see.")
                                        .exception()));
    }

    private static Exception unknownProblem() {
        return Problem.of(
                        422,
                        "unknown-problem",
                        "There is no such problem, or it is not yours to see.")
                .exception();
    }

    private static Limits wanted(JobRequests.@Nullable LimitsRequest request, Limits otherwise) {
        return request == null ? otherwise : request.over(otherwise);
    }

    private Sha256 hash(Object request) {
        return Sha256.of(json.writeValueAsBytes(request));
    }
}
