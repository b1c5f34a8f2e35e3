/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.overview;

import dev.gretlab.api.cache.TimedCache;
import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Figures of queue and runners, at most a second old. */
@Component
class OverviewStore {

    private static final String ALL = "all";

    private final Database database;
    private final TimedCache<String, QueueFigures> cache =
            new TimedCache<>(Duration.ofSeconds(1), 1);

    OverviewStore(Database database) {
        this.database = database;
    }

    record RunnerView(
            String name,
            String version,
            String state,
            int slots,
            int busySlots,
            int memoryMb,
            int freeMemoryMb,
            String isolation,
            Instant startedAt,
            Instant lastSeenAt) {}

    record DatabaseView(int schemaVersion, int connectionLimit) {}

    private record KindCount(String kind, long queued, long running) {}

    Mono<QueueFigures> figures() {
        return cache.get(
                ALL,
                key ->
                        Mono.zip(counts(), totals())
                                .map(both -> figures(both.getT1(), both.getT2())));
    }

    Mono<List<RunnerView>> runners() {
        return database.sql(
                        """
                        select name, version, state, slots, busy_slots, memory_mb, free_memory_mb, isolation, started_at, last_seen_at
                        from online_runners order by name, started_at
                        """)
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new RunnerView(
                            row.text("name"),
                            row.text("version"),
                            row.text("state"),
                            row.integer("slots"),
                            row.integer("busy_slots"),
                            row.integer("memory_mb"),
                            row.integer("free_memory_mb"),
                            row.text("isolation"),
                            row.instant("started_at"),
                            row.instant("last_seen_at"));
                })
                .all()
                .collectList();
    }

    /** What runners said of themselves, also those that have fallen silent lately. */
    Mono<List<LabState.RunnerReport>> reports() {
        return database.sql(
                        "select name, version, isolation, online, failed, last_beat_seconds from runner_reports()")
                .map(readable -> {
                    Columns row = new Columns(readable);
                    List<String> failed = List.of(row.texts("failed"));
                    return new LabState.RunnerReport(
                            row.text("name"),
                            row.text("version"),
                            row.text("isolation"),
                            row.flag("online"),
                            failed.isEmpty(),
                            failed,
                            row.decimal("last_beat_seconds"));
                })
                .all()
                .collectList();
    }

    Mono<List<LabState.RunningContest>> contests() {
        return database.sql("select slug, ends_at from running_contests()")
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new LabState.RunningContest(row.text("slug"), row.instant("ends_at"));
                })
                .all()
                .collectList();
    }

    /** What it is for as long as one version of the lab runs on it. */
    Mono<DatabaseView> database() {
        return database.sql("select schema_version() as version, connection_limit() as most")
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new DatabaseView(row.integer("version"), row.integer("most"));
                })
                .one();
    }

    private Mono<List<KindCount>> counts() {
        return database.sql("select kind, queued, running from queue_state()")
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new KindCount(
                            row.text("kind"), row.number("queued"), row.number("running"));
                })
                .all()
                .collectList();
    }

    private Mono<QueueFigures> totals() {
        return database.sql(
                        """
                        select queue_oldest_seconds() as oldest, wanted_runners() as wanted, r.online, r.slots, r.busy,
                            h.oldest_transaction_seconds as oldest_transaction, h.dead_rows
                        from queue_health() h, (
                            select count(*)::integer as online, coalesce(sum(slots), 0)::integer as slots,
                                coalesce(sum(busy_slots), 0)::integer as busy
                            from online_runners) r
                        """)
                .map(readable -> {
                    Columns row = new Columns(readable);
                    Double oldest = row.decimalOrNull("oldest");
                    Double transaction = row.decimalOrNull("oldest_transaction");
                    Long dead = row.numberOrNull("dead_rows");
                    return new QueueFigures(
                            Map.of(),
                            Map.of(),
                            oldest == null ? 0 : oldest,
                            row.integer("online"),
                            row.integer("slots"),
                            row.integer("busy"),
                            row.integer("wanted"),
                            transaction == null ? 0 : transaction,
                            dead == null ? 0 : dead);
                })
                .one();
    }

    private static QueueFigures figures(List<KindCount> counts, QueueFigures totals) {
        Map<String, Long> queued = new HashMap<>();
        Map<String, Long> running = new HashMap<>();
        for (KindCount count : counts) {
            queued.put(count.kind(), count.queued());
            running.put(count.kind(), count.running());
        }
        return new QueueFigures(
                queued,
                running,
                totals.oldestSeconds(),
                totals.runnersOnline(),
                totals.slots(),
                totals.busySlots(),
                totals.wantedRunners(),
                totals.oldestTransactionSeconds(),
                totals.deadRows());
    }
}
