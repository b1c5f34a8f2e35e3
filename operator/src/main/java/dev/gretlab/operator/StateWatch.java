/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.operator;

import dev.gretlab.crd.Gretlab;
import dev.gretlab.operator.model.Lab;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Knows what each lab's API told last. A pass looks at what is known and never waits: when that is
 * old the API is asked meanwhile, and an answer that says something else brings the next pass.
 */
final class StateWatch implements AutoCloseable {

    /**
     * How it asks.
     *
     * @param address where a lab's API is asked
     * @param timeout for one answer
     * @param interval between two questions
     * @param patience how long an answer is believed when none comes after it: a replica that goes
     *     must not change what is known of the sandbox
     */
    record Manner(
            Function<Lab, URI> address, Duration timeout, Duration interval, Duration patience) {

        static Manner inCluster() {
            return new Manner(
                    Lab::stateAddress,
                    Duration.ofSeconds(3),
                    Duration.ofSeconds(20),
                    Duration.ofSeconds(60));
        }
    }

    /**
     * What is known now.
     *
     * @param heard the last answer that is still believed, else why there is none
     * @param last the last answer, however old; null when there never was one
     * @param since when it was asked for the first time
     */
    record Known(Heard heard, @Nullable LabState last, Instant since) {}

    private record Entry(
            Instant firstAsked,
            Instant asked,
            boolean waiting,
            Heard latest,
            @Nullable LabState told,
            Instant toldAt) {}

    private final Map<ResourceID, Entry> entries = new ConcurrentHashMap<>();
    private final SimpleInboundEventSource<Gretlab> source =
            new SimpleInboundEventSource<>("lab-state");
    private final Manner manner;
    private final InstantSource clock;
    private final StateClient client;

    StateWatch(Manner manner, InstantSource clock) {
        this.manner = manner;
        this.clock = clock;
        this.client = new StateClient(manner.timeout());
    }

    /** Brings a pass over a lab of which something else was heard. */
    EventSource<Void, Gretlab> source() {
        return source;
    }

    /** When the next pass should ask again. */
    Duration interval() {
        return manner.interval();
    }

    /** What is known of a lab. */
    Known look(Lab lab, String token) {
        ResourceID id = new ResourceID(lab.name(), lab.namespace());
        Instant now = clock.instant();
        boolean[] due = new boolean[1];
        Entry entry =
                entries.compute(
                        id,
                        (key, present) -> {
                            if (present == null) {
                                due[0] = true;
                                return new Entry(now, now, true, new Heard.NotYet(), null, now);
                            }
                            // passes for other reasons come at any time, and ask no more often
                            if (present.waiting()
                                    || now.isBefore(
                                            present.asked().plus(manner.interval().dividedBy(2)))) {
                                return present;
                            }
                            due[0] = true;
                            return new Entry(
                                    present.firstAsked(),
                                    now,
                                    true,
                                    present.latest(),
                                    present.told(),
                                    present.toldAt());
                        });
        if (due[0]) {
            CompletableFuture<Heard> answer = client.ask(manner.address().apply(lab), token);
            var _ = answer.thenAccept(heard -> take(id, heard));
        }
        return known(entry, now);
    }

    /** The lab is gone. */
    void forget(Lab lab) {
        entries.remove(new ResourceID(lab.name(), lab.namespace()));
    }

    @Override
    public void close() {
        client.close();
    }

    private void take(ResourceID id, Heard heard) {
        Instant now = clock.instant();
        boolean[] news = new boolean[1];
        entries.computeIfPresent(
                id,
                (key, present) -> {
                    boolean told = heard instanceof Heard.Told;
                    Entry next =
                            new Entry(
                                    present.firstAsked(),
                                    present.asked(),
                                    false,
                                    heard,
                                    heard instanceof Heard.Told t ? t.state() : present.told(),
                                    told ? now : present.toldAt());
                    news[0] = !known(next, now).heard().equals(known(present, now).heard());
                    return next;
                });
        if (news[0]) {
            source.propagateEvent(id);
        }
    }

    private Known known(Entry entry, Instant now) {
        LabState told = entry.told();
        boolean believed = told != null && now.isBefore(entry.toldAt().plus(manner.patience()));
        return new Known(
                told != null && believed ? new Heard.Told(told) : unbelieved(entry),
                told,
                entry.firstAsked());
    }

    private static Heard unbelieved(Entry entry) {
        return entry.latest() instanceof Heard.Told
                ? new Heard.Silent("ApiSilent", "it was not asked for a while")
                : entry.latest();
    }
}
