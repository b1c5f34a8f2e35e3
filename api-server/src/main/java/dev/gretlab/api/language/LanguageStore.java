/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.language;

import dev.gretlab.api.cache.TimedCache;
import dev.gretlab.api.database.Columns;
import dev.gretlab.api.database.Database;
import dev.gretlab.api.setting.SettingStore;
import java.time.Duration;
import java.util.List;
import org.springframework.stereotype.Component;
import reactor.core.publisher.Mono;

/** Languages that are on, at most five seconds old. */
@Component
public class LanguageStore {

    private static final String ALL = "all";

    private final Database database;
    private final SettingStore settings;
    // with the settings' own age this stays below five seconds for what changes most: on and off
    private final TimedCache<String, List<Language>> cache =
            new TimedCache<>(Duration.ofSeconds(4), 1);

    LanguageStore(Database database, SettingStore settings) {
        this.database = database;
        this.settings = settings;
    }

    public Mono<List<Language>> available() {
        return settings.current()
                .flatMap(current ->
                        cache.get(ALL, key -> load())
                                .map(languages ->
                                        languages.stream()
                                                .filter(language ->
                                                        !current.languagesOff()
                                                                .contains(language.id()))
                                                .toList()));
    }

    private Mono<List<Language>> load() {
        return database.sql(
                        "select id, name, version, extension, editor_mode, source_file from languages order by name")
                .map(readable -> {
                    Columns row = new Columns(readable);
                    return new Language(
                            row.text("id"),
                            row.text("name"),
                            row.text("version"),
                            row.text("extension"),
                            row.text("editor_mode"),
                            row.text("source_file"));
                })
                .all()
                .collectList();
    }
}
