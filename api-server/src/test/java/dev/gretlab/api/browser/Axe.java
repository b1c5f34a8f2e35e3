/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.deque.html.axecore.selenium.AxeBuilder;
import java.util.List;
import java.util.Set;

/** What axe-core calls serious or critical. */
final class Axe {

    private Axe() {}

    /** Adds what it finds on the page as it is now; {@code what} says what that is. */
    static void check(Browser browser, String what, List<String> findings) {
        var results = new AxeBuilder().analyze(browser.driver());
        assertThat(results.getPasses()).as("axe looked at " + what).isNotEmpty();
        for (var rule : results.getViolations()) {
            if (Set.of("serious", "critical").contains(rule.getImpact())) {
                for (var node : rule.getNodes()) {
                    findings.add(
                            "%s: %s (%s) at %s: %s"
                                    .formatted(
                                            what,
                                            rule.getId(),
                                            rule.getImpact(),
                                            node.getTarget(),
                                            node.getFailureSummary()));
                }
            }
        }
    }
}
