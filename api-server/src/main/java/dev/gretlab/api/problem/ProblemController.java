/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.problem;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.error.Problem;
import dev.gretlab.api.setting.Limits;
import dev.gretlab.api.setting.SettingStore;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.core.io.Resource;
import org.springframework.http.CacheControl;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
@RequestMapping("/api/v1/problems")
class ProblemController {

    private final ProblemStore problems;
    private final SettingStore settings;

    ProblemController(ProblemStore problems, SettingStore settings) {
        this.problems = problems;
        this.settings = settings;
    }

    record ProblemView(
            String slug,
            String name,
            String course,
            String courseName,
            int version,
            String statementHtml,
            String statementLanguage,
            Limits limits,
            @Nullable BigDecimal maxScore,
            List<ProblemPage.Sample> samples,
            List<ProblemPage.Conversation> conversations,
            @Nullable String bestVerdict) {}

    @GetMapping
    Mono<List<ProblemStore.ListedProblem>> list(@AuthenticationPrincipal Caller caller) {
        return problems.list(caller);
    }

    @GetMapping("/{slug}")
    Mono<ProblemView> problem(
            @AuthenticationPrincipal Caller caller,
            @PathVariable String slug,
            ServerHttpRequest request) {
        return visible(caller, slug)
                .flatMap(page ->
                        Mono.zip(
                                        settings.current(),
                                        problems.bestVerdict(page.problemId(), caller.id())
                                                .defaultIfEmpty(""))
                                .map(facts ->
                                        view(
                                                page,
                                                page.limits().clamped(facts.getT1()),
                                                facts.getT2(),
                                                request.getHeaders()
                                                        .getAcceptLanguageAsLocales())));
    }

    /** A picture or other file that a statement shows. It runs nothing, whatever it is. */
    @GetMapping("/{slug}/files/{*path}")
    Mono<ResponseEntity<Resource>> file(
            @AuthenticationPrincipal Caller caller,
            @PathVariable String slug,
            @PathVariable String path) {
        return visible(caller, slug)
                .flatMap(page -> problems.file(page.versionId(), path.substring(1)))
                .switchIfEmpty(Mono.error(() -> Problem.notFound().exception()))
                .map(file ->
                        ResponseEntity.ok()
                                .contentType(MediaType.parseMediaType(file.contentType()))
                                .header(
                                        "Content-Security-Policy",
                                        "default-src 'none'; style-src 'unsafe-inline'; sandbox")
                                .cacheControl(
                                        CacheControl.maxAge(Duration.ofMinutes(1)).cachePrivate())
                                .body(file.content()));
    }

    private Mono<ProblemPage> visible(Caller caller, String slug) {
        return problems.find(caller, slug)
                .switchIfEmpty(Mono.error(() -> Problem.notFound().exception()));
    }

    private static ProblemView view(
            ProblemPage page, Limits limits, String bestVerdict, List<Locale> wanted) {
        String language = chosen(page.statements(), wanted);
        return new ProblemView(
                page.slug(),
                page.name(),
                page.course(),
                page.courseName(),
                page.version(),
                page.statements().getOrDefault(language, ""),
                language,
                limits,
                page.maxScore(),
                page.samples(),
                page.conversations(),
                bestVerdict.isEmpty() ? null : bestVerdict);
    }

    /** What the browser asks for, else English, else what there is. */
    private static String chosen(Map<String, String> statements, List<Locale> wanted) {
        return wanted.stream()
                .flatMap(locale ->
                        java.util.stream.Stream.of(locale.toLanguageTag(), locale.getLanguage()))
                .filter(statements::containsKey)
                .findFirst()
                .orElseGet(() ->
                        statements.containsKey("en")
                                ? "en"
                                : statements.keySet().stream().sorted().findFirst().orElse("en"));
    }
}
