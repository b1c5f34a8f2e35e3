/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gretlab.crd.CompleteResource;
import dev.gretlab.operator.model.Lab;
import dev.gretlab.operator.model.OperatorSettings;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unit")
class StateWatchTests {

    private static final String NOBODY = "{\"runners\":[],\"runningContests\":[]}";
    private static final LabState EMPTY =
            new LabState(List.of(), List.of(), LabState.UNKNOWN_LIMIT);

    private final AtomicReference<Instant> now =
            new AtomicReference<>(Instant.parse("2026-11-30T12:00:00Z"));
    private final AtomicInteger asked = new AtomicInteger();
    private volatile int status = 200;

    private static Lab lab() throws IOException {
        return Lab.of(
                CompleteResource.of(TestCluster.smallest()),
                new OperatorSettings("registry.example.org/gretlab", null));
    }

    private void later(int seconds) {
        now.updateAndGet(instant -> instant.plusSeconds(seconds));
    }

    private StateWatch watch(Answers answers) {
        return new StateWatch(
                new StateWatch.Manner(
                        lab -> answers.address("/state"),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(20),
                        Duration.ofSeconds(60)),
                now::get);
    }

    private Answers answers() throws IOException {
        return new Answers(exchange -> {
            asked.incrementAndGet();
            Answers.answer(exchange, status, NOBODY);
        });
    }

    /** Looks until so many questions were answered, and one more time. */
    private StateWatch.Known after(int questions, StateWatch watch, Lab lab, Heard heard) {
        AtomicReference<StateWatch.Known> known = new AtomicReference<>(watch.look(lab, "t"));
        Await.until(
                questions + " questions, and " + heard,
                () -> {
                    known.set(watch.look(lab, "t"));
                    return asked.get() >= questions && known.get().heard().equals(heard);
                },
                () -> known + " after " + asked);
        return known.get();
    }

    @Test
    void whoLooksNeverWaitsAndAsksNoMoreOftenThanItShould() throws IOException {
        try (Answers answers = answers();
                StateWatch watch = watch(answers)) {
            Lab lab = lab();
            assertThat(watch.look(lab, "t").heard()).isEqualTo(new Heard.NotYet());
            after(1, watch, lab, new Heard.Told(EMPTY));
            later(9);
            for (int i = 0; i < 100; i++) {
                watch.look(lab, "t");
            }
            assertThat(asked).hasValue(1);
            later(1);
            after(2, watch, lab, new Heard.Told(EMPTY));
        }
    }

    @Test
    void whatWasToldIsBelievedForAWhileAfterTheLastWord() throws IOException {
        try (Answers answers = answers();
                StateWatch watch = watch(answers)) {
            Lab lab = lab();
            after(1, watch, lab, new Heard.Told(EMPTY));
            status = 503;
            later(30);
            after(2, watch, lab, new Heard.Told(EMPTY));
            later(29);
            after(3, watch, lab, new Heard.Told(EMPTY));
            later(1);
            StateWatch.Known known =
                    after(
                            3,
                            watch,
                            lab,
                            new Heard.Silent("DatabaseAway", "its database does not answer"));
            assertThat(known.last()).isEqualTo(EMPTY);
        }
    }

    @Test
    void aLabThatIsGoneIsForgotten() throws IOException {
        try (Answers answers = answers();
                StateWatch watch = watch(answers)) {
            Lab lab = lab();
            after(1, watch, lab, new Heard.Told(EMPTY));
            watch.forget(lab);
            StateWatch.Known known = watch.look(lab, "t");
            assertThat(known.heard()).isEqualTo(new Heard.NotYet());
            assertThat(known.last()).isNull();
        }
    }
}
