/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.draft;

import dev.gretlab.api.access.Caller;
import dev.gretlab.api.error.Problem;
import dev.gretlab.api.idempotency.Idempotency;
import dev.gretlab.api.problem.ProblemStore;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/**
 * Two windows of one person never overwrite each other unseen: who saves names the version that it
 * replaces.
 */
@RestController
@RequestMapping("/api/v1/drafts/{problem}/{language}")
class DraftController {

    /** For programs that belong to no problem. */
    private static final String SCRATCH = "scratch";

    private static final int LONGEST = 1024 * 1024;
    private static final Pattern LANGUAGE = Pattern.compile("[a-z][a-z0-9_+-]{0,31}");
    private static final Pattern VERSION = Pattern.compile("\"([0-9]{1,18})\"");

    private final DraftStore drafts;
    private final ProblemStore problems;
    private final Idempotency idempotency;

    DraftController(DraftStore drafts, ProblemStore problems, Idempotency idempotency) {
        this.drafts = drafts;
        this.problems = problems;
        this.idempotency = idempotency;
    }

    record DraftText(@Nullable String source) {
        @Override
        public String toString() {
            return "DraftText";
        }
    }

    record DraftView(String source, Instant updatedAt) {
        @Override
        public String toString() {
            return "DraftView";
        }
    }

    @GetMapping
    Mono<ResponseEntity<DraftView>> draft(
            @AuthenticationPrincipal Caller caller,
            @PathVariable String problem,
            @PathVariable String language) {
        return key(caller, problem, language)
                .flatMap(drafts::find)
                .switchIfEmpty(Mono.error(() -> Problem.notFound().exception()))
                .map(DraftController::answer);
    }

    @PutMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    Mono<ResponseEntity<DraftView>> save(
            @AuthenticationPrincipal Caller caller,
            @PathVariable String problem,
            @PathVariable String language,
            @RequestBody DraftText body,
            ServerHttpRequest request) {
        byte[] source = bytes(body.source());
        List<String> match = tags(request, HttpHeaders.IF_MATCH);
        List<String> noneMatch = tags(request, HttpHeaders.IF_NONE_MATCH);
        Mono<ResponseEntity<DraftView>> work =
                key(caller, problem, language)
                        .flatMap(key ->
                                write(key, source, match, noneMatch)
                                        .map(DraftController::answer)
                                        .switchIfEmpty(conflict(key, body.source())));
        return idempotency.once(caller, request, body, DraftView.class, work);
    }

    /** As text: what is no ETag is then told as such, where the parsed form would throw. */
    private static List<String> tags(ServerHttpRequest request, String header) {
        return request.getHeaders().getOrEmpty(header);
    }

    private Mono<DraftStore.Draft> write(
            DraftStore.Key key, byte[] source, List<String> match, List<String> noneMatch) {
        if (noneMatch.equals(List.of("*"))) {
            return drafts.create(key, source);
        }
        if (match.size() == 1 && VERSION.matcher(match.getFirst()).matches()) {
            String etag = match.getFirst();
            return drafts.replace(
                    key, source, Long.parseLong(etag.substring(1, etag.length() - 1)));
        }
        return Mono.error(
                Problem.of(
                                428,
                                "version-required",
                                "Say which text this replaces: If-Match with the ETag, or If-None-Match: * for the first.")
                        .exception());
    }

    private Mono<ResponseEntity<DraftView>> conflict(DraftStore.Key key, @Nullable String yours) {
        return drafts.find(key)
                .map(DraftController::told)
                .defaultIfEmpty(Map.of())
                .flatMap(theirs -> {
                    Map<String, Object> more = new LinkedHashMap<>();
                    more.put("yours", Map.of("source", yours == null ? "" : yours));
                    more.put("theirs", theirs);
                    return Mono.error(
                            Problem.of(
                                            409,
                                            "draft-conflict",
                                            "This text was changed in another window. Choose which one to keep.")
                                    .with(more)
                                    .exception());
                });
    }

    private Mono<DraftStore.Key> key(Caller caller, String problem, String language) {
        if (!LANGUAGE.matcher(language).matches()) {
            return Mono.error(Problem.notFound().exception());
        }
        DraftStore.Key key = new DraftStore.Key(caller.id(), problem, language);
        return problem.equals(SCRATCH)
                ? Mono.just(key)
                : problems.find(caller, problem)
                        .map(page -> key)
                        .switchIfEmpty(Mono.error(() -> Problem.notFound().exception()));
    }

    private static Map<String, Object> told(DraftStore.Draft draft) {
        return Map.of(
                "source", draft.source(), "updatedAt", draft.updatedAt(), "etag", etag(draft));
    }

    private static ResponseEntity<DraftView> answer(DraftStore.Draft draft) {
        return ResponseEntity.ok()
                .eTag(etag(draft))
                .body(new DraftView(draft.source(), draft.updatedAt()));
    }

    private static String etag(DraftStore.Draft draft) {
        return "\"" + draft.version() + "\"";
    }

    private static byte[] bytes(@Nullable String source) {
        if (source == null) {
            throw Problem.of(422, "missing-field", "Give source, the text to keep.").exception();
        }
        if (!StandardCharsets.UTF_8.newEncoder().canEncode(source)) {
            throw Problem.of(
                            422,
                            "invalid-utf8",
                            "The text is not valid UTF-8: it holds half a character.")
                    .exception();
        }
        byte[] bytes = source.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > LONGEST) {
            throw Problem.of(422, "source-too-long", "A draft may have 1 MiB.").exception();
        }
        return bytes;
    }
}
