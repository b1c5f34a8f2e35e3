/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.language;

import dev.gretlab.api.setting.SettingStore;
import dev.gretlab.api.setting.Settings;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class LanguageController {

    private final LanguageStore languages;
    private final SettingStore settings;

    LanguageController(LanguageStore languages, SettingStore settings) {
        this.languages = languages;
        this.settings = settings;
    }

    record DefaultLimits(int cpuMs, int memoryMb, int outputKb) {}

    record LanguageView(
            String id,
            String name,
            String version,
            String extension,
            String editorMode,
            String sourceFile,
            DefaultLimits defaultLimits) {}

    @GetMapping("/api/v1/languages")
    Mono<List<LanguageView>> languages() {
        return settings.current()
                .flatMap(current ->
                        languages
                                .available()
                                .map(all ->
                                        all.stream()
                                                .map(language -> view(language, current))
                                                .toList()));
    }

    private static LanguageView view(Language language, Settings settings) {
        return new LanguageView(
                language.id(),
                language.name(),
                language.version(),
                language.extension(),
                language.editorMode(),
                language.sourceFile(),
                new DefaultLimits(
                        settings.number("cpu_ms"),
                        settings.number("memory_mb"),
                        settings.number("output_kb")));
    }
}
