/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.setting;

import dev.gretlab.api.cache.TimedCache;
import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Settings, at most five seconds old. */
@Component
public class SettingStore {

    private static final String ALL = "all";

    private final Database database;
    private final TimedCache<String, Settings> cache = new TimedCache<>(Duration.ofMillis(4500), 1);

    SettingStore(Database database) {
        this.database = database;
    }

    record Setting(
            String name,
            String value,
            @com.fasterxml.jackson.annotation.JsonProperty("default") String defaultValue,
            @Nullable Long minimum,
            @Nullable Long maximum,
            String unit,
            String description,
            @Nullable Instant updatedAt,
            @Nullable String updatedBy) {}

    public Mono<Settings> current() {
        return cache.get(
                ALL,
                key ->
                        database.sql("select name, value from settings")
                                .map(readable -> {
                                    Columns row = new Columns(readable);
                                    return java.util.Map.entry(row.text("name"), row.text("value"));
                                })
                                .all()
                                .collectMap(
                                        java.util.Map.Entry::getKey, java.util.Map.Entry::getValue)
                                .map(Settings::new));
    }

    Mono<List<Setting>> list() {
        return database.sql(
                        """
                        select s.name, s.value, s.default_value, s.minimum, s.maximum, s.unit, s.description, s.updated_at, u.username
                        from settings s left join users u on u.id = s.updated_by order by s.name
                        """)
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new Setting(
                            row.text("name"),
                            row.text("value"),
                            row.text("default_value"),
                            row.numberOrNull("minimum"),
                            row.numberOrNull("maximum"),
                            row.text("unit"),
                            row.text("description"),
                            row.instantOrNull("updated_at"),
                            row.textOrNull("username"));
                })
                .all()
                .collectList();
    }

    /** Bounds and audit are the database's work; JQ009 says what is wrong. */
    Mono<Void> set(String name, String value, UUID by) {
        return database.sql("select set_setting(:name, :value, :by)")
                .bind("name", name)
                .bind("value", value)
                .bind("by", by)
                .then()
                .doOnSuccess(done -> cache.forgetAll());
    }
}
