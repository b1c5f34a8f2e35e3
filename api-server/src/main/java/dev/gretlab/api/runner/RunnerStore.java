/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.runner;

import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.r2dbc.core.DatabaseClient;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Every runner that was heard of in the last days, and its verdicts as a whole. */
@Component
class RunnerStore {

    private final Database database;

    RunnerStore(Database database) {
        this.database = database;
    }

    /**
     * State away: it did not say goodbye, and was not heard of for a lease; voided: its verdicts
     * were withdrawn, and it gets no jobs until it registers anew.
     */
    record RunnerView(
            UUID id,
            String name,
            String version,
            String state,
            int slots,
            int busySlots,
            int memoryMb,
            String isolation,
            List<RunnerLanguage> languages,
            Instant startedAt,
            Instant lastSeenAt) {}

    /** As the runner itself told it: another runner may have another version. */
    record RunnerLanguage(String id, String name, String version) {}

    /** How many verdicts were withdrawn, and how many of these are judged again. */
    record Voided(int voided, int retried) {}

    /**
     * One step of withdrawing.
     *
     * @param last the last job that it looked at; null when none was left
     */
    record VoidStep(Voided sum, @Nullable UUID last) {}

    Mono<List<RunnerView>> list() {
        return database.sql(
                        """
                        select r.id, r.name, r.version, r.slots, r.busy_slots, r.memory_mb, r.isolation, r.started_at, r.last_seen_at,
                            case when r.state = 'gone' then 'gone' when r.voided_at is not null then 'voided'
                                when o.id is not null then r.state else 'away' end as state,
                            array(select e ->> 'id' from jsonb_array_elements(r.languages) e order by e ->> 'id') as language_ids,
                            array(select e ->> 'name' from jsonb_array_elements(r.languages) e order by e ->> 'id') as language_names,
                            array(select e ->> 'version' from jsonb_array_elements(r.languages) e order by e ->> 'id') as versions
                        from runners r left join online_runners o on o.id = r.id
                        order by o.id is null, r.name, r.started_at desc
                        """)
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new RunnerView(
                            row.uuid("id"),
                            row.text("name"),
                            row.text("version"),
                            row.text("state"),
                            row.integer("slots"),
                            row.integer("busy_slots"),
                            row.integer("memory_mb"),
                            row.text("isolation"),
                            languages(row),
                            row.instant("started_at"),
                            row.instant("last_seen_at"));
                })
                .all()
                .collectList();
    }

    private static List<RunnerLanguage> languages(Columns row) {
        String[] ids = row.texts("language_ids");
        String[] names = row.texts("language_names");
        String[] versions = row.texts("versions");
        return IntStream.range(0, ids.length)
                .mapToObj(i -> new RunnerLanguage(ids[i], names[i], versions[i]))
                .toList();
    }

    Mono<Boolean> exists(UUID id) {
        return database.sql("select exists (select from runners where id = :id) as there")
                .bind("id", id)
                .map(readable -> new Columns(readable).flag("there"))
                .one();
    }

    /** The next so many verdicts after those of a step before. */
    Mono<VoidStep> voidVerdicts(
            UUID runner, String reason, UUID by, @Nullable VoidStep before, int limit) {
        Voided sum = before == null ? new Voided(0, 0) : before.sum();
        DatabaseClient.GenericExecuteSpec call =
                database.sql(
                                "select voided, retried, last_job_id from void_runner(:runner, :reason, :by, :after, :limit)")
                        .bind("runner", runner)
                        .bind("reason", reason)
                        .bind("by", by)
                        .bind("limit", limit);
        UUID after = before == null ? null : before.last();
        return Database.toTheEnd(
                (after == null ? call.bindNull("after", UUID.class) : call.bind("after", after))
                        .map(readable -> {
                            Columns row = new Columns(readable);
                            return new VoidStep(
                                    new Voided(
                                            sum.voided() + row.integer("voided"),
                                            sum.retried() + row.integer("retried")),
                                    row.uuidOrNull("last_job_id"));
                        })
                        .one());
    }
}
