/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.user;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.gretlab.api.access.Caller;
import dev.gretlab.api.access.Secrets;
import dev.gretlab.api.course.CourseStore;
import dev.gretlab.api.idempotency.Idempotency;
import dev.gretlab.api.session.Passwords;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

@RestController
@RequestMapping("/api/v1/users")
class UserController {

    private final UserStore users;
    private final CourseStore courses;
    private final Passwords passwords;
    private final Idempotency idempotency;

    UserController(
            UserStore users, CourseStore courses, Passwords passwords, Idempotency idempotency) {
        this.users = users;
        this.courses = courses;
        this.passwords = passwords;
        this.idempotency = idempotency;
    }

    /** Password only where it was made up here: it is shown once. */
    record AddedUser(
            String username,
            boolean created,
            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String password) {
        @Override
        public String toString() {
            return "AddedUser " + username;
        }
    }

    private record Hashed(Roster.Person person, @Nullable String madeUp, String hash) {}

    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    @ResponseStatus(HttpStatus.CREATED)
    Mono<ResponseEntity<AddedUser[]>> add(
            @AuthenticationPrincipal Caller caller,
            @RequestBody List<RosterEntry> roster,
            ServerHttpRequest request) {
        caller.requireStaff();
        return checked(caller, roster, request);
    }

    @PostMapping(consumes = "text/csv")
    @ResponseStatus(HttpStatus.CREATED)
    Mono<ResponseEntity<AddedUser[]>> addCsv(
            @AuthenticationPrincipal Caller caller,
            @RequestBody String csv,
            ServerHttpRequest request) {
        caller.requireStaff();
        return checked(caller, CsvRoster.read(csv), request);
    }

    private Mono<ResponseEntity<AddedUser[]>> addAll(List<Hashed> people) {
        return Flux.fromIterable(people)
                .concatMap(hashed ->
                        users.create(
                                        hashed.person().username(),
                                        hashed.person().displayName(),
                                        hashed.person().role().text(),
                                        hashed.hash())
                                .map(id ->
                                        new AddedUser(
                                                hashed.person().username(), true, hashed.madeUp()))
                                .defaultIfEmpty(
                                        new AddedUser(hashed.person().username(), false, null))
                                .flatMap(added ->
                                        users.enrol(added.username(), hashed.person().courses())
                                                .thenReturn(added)))
                .collectList()
                .map(added ->
                        ResponseEntity.status(HttpStatus.CREATED)
                                .body(added.toArray(AddedUser[]::new)));
    }

    private Mono<ResponseEntity<AddedUser[]>> checked(
            Caller caller, List<RosterEntry> entries, ServerHttpRequest request) {
        String[] slugs =
                entries.stream()
                        .map(RosterEntry::courses)
                        .filter(list -> list != null)
                        .flatMap(List::stream)
                        .distinct()
                        .toArray(String[]::new);
        boolean secret = entries.stream().anyMatch(entry -> entry.password() == null);
        return courses.ids(slugs)
                .map(known -> Roster.of(entries, known, caller))
                // before the transaction: hashing a class takes seconds
                .flatMap(roster ->
                        Flux.fromIterable(roster.people())
                                .flatMapSequential(this::hashed, 8)
                                .collectList())
                .flatMap(people ->
                        secret
                                ? idempotency.onceWithSecret(
                                        caller, request, entries, AddedUser[].class, addAll(people))
                                : idempotency.once(
                                        caller,
                                        request,
                                        entries,
                                        AddedUser[].class,
                                        addAll(people)));
    }

    private Mono<Hashed> hashed(Roster.Person person) {
        String madeUp = person.password() == null ? Secrets.password() : null;
        return users.exists(person.username())
                .flatMap(there ->
                        there
                                ? Mono.just(new Hashed(person, null, ""))
                                : passwords
                                        .hash(
                                                madeUp == null
                                                        ? String.valueOf(person.password())
                                                        : madeUp)
                                        .map(hash -> new Hashed(person, madeUp, hash)));
    }
}
