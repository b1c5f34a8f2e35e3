/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.openqa.selenium.WebDriverException;

/**
 * The browsers of one test. After it their consoles must be clean; when it failed, what they showed
 * is kept as a picture.
 */
final class Browsers implements AfterEachCallback {

    private static final Path FAILURES = Path.of("target", "browser-failures");

    private final List<Browser> open = new ArrayList<>();

    Browser open() {
        var browser = new Browser();
        open.add(browser);
        return browser;
    }

    @Override
    public void afterEach(ExtensionContext context) throws IOException {
        try {
            if (context.getExecutionException().isPresent()) {
                keepPictures(context);
            } else {
                for (var browser : open) {
                    assertThat(browser.complaints()).as("console").isEmpty();
                }
            }
        } finally {
            open.forEach(Browser::close);
            open.clear();
        }
    }

    private void keepPictures(ExtensionContext context) throws IOException {
        Files.createDirectories(FAILURES);
        var name =
                "%s.%s"
                        .formatted(
                                context.getRequiredTestClass().getSimpleName(),
                                context.getRequiredTestMethod().getName());
        for (var i = 0; i < open.size(); i++) {
            var file = FAILURES.resolve("%s-%d.png".formatted(name, i + 1));
            try {
                Files.write(file, open.get(i).screenshot());
                System.err.printf(
                        "%s failed at %s; a picture is in %s; console: %s%n",
                        name, open.get(i).place(), file.toAbsolutePath(), open.get(i).complaints());
            } catch (WebDriverException e) {
                System.err.printf("%s failed; no picture: %s%n", name, e.getMessage());
            }
        }
    }
}
