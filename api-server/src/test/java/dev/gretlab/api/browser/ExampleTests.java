/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

import static dev.gretlab.api.browser.DemoLab.LAB;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.By;

/** What a package brings beside its statement: programs of its own, and conversations. */
@Tag("browser")
class ExampleTests {

    @RegisterExtension final Browsers browsers = new Browsers();

    @Test
    void staffHaveTheExampleSubmissionsJudged() {
        var browser = browsers.open();
        browser.patience(Duration.ofMinutes(2));
        SignInPage.open(browser, "/").signIn(LAB.staff());
        ProblemPage.open(browser, "hello");
        browser.see(By.cssSelector("[data-testid='statement'] a[href$='/examples']")).click();
        browser.see("example-list");
        assertThat(browser.place()).isEqualTo("/problems/hello/examples");
        var rows = By.cssSelector("[data-testid='example-list'] tbody tr");
        assertThat(browser.driver().findElements(rows)).hasSizeGreaterThan(5);

        browser.see("judge-examples").click();
        browser.awaitText("example-foot", " still being judged");
        // not every lab has every language
        var judged =
                browser.driver().findElements(rows).stream()
                        .filter(row -> !row.getText().contains("Not judged"))
                        .count();
        assertThat(judged).isGreaterThan(5);
        assertThat(browser.see("judge-examples").getText()).isEqualTo("Being judged…");
        var findings = new ArrayList<String>();
        checkEverywhere(browser, "examples that are being judged", findings);
        browser.show(Look.DESKTOP_LIGHT);
        browser.awaitText("example-foot", "%d of %d as claimed".formatted(judged, judged));
        browser.awaitSaid("%d of %d as claimed".formatted(judged, judged));
        assertThat(browser.see("judge-examples").getText()).isEqualTo("Have them judged again");
        assertThat(browser.driver().findElements(rows))
                .filteredOn(row -> !row.getText().contains("Not judged"))
                .allSatisfy(row -> assertThat(row.getText()).endsWith("Yes"))
                .anySatisfy(
                        row -> assertThat(row.getText()).contains("wrong_answer/", "Wrong answer"));
        checkEverywhere(browser, "examples that were judged", findings);
        assertThat(findings).isEmpty();
    }

    @Test
    void aConversationShowsWhoSaysWhat() {
        var browser = browsers.open();
        SignInPage.open(browser, "/").signIn(LAB.student(14));
        ProblemPage.open(browser, "lamp");
        assertThat(browser.see("conversation").getText())
                .startsWith(
                        "Conversation 1\nJudge\n10\nYour program\n5\nJudge\ndeeper\nYour program\n8");
        assertThat(browser.see("statement").getText())
                .as("what the validator alone may know")
                .doesNotContain("10 7");
        assertThat(
                        browser.driver()
                                .findElements(
                                        By.cssSelector(
                                                "[data-testid='statement'] a[href$='/examples']")))
                .as("for staff")
                .isEmpty();
        var findings = new ArrayList<String>();
        for (var look : Look.values()) {
            browser.show(look);
            check(browser, "a conversation, " + look, findings);
            var judge = browser.see(By.cssSelector("[data-testid='conversation'] li.judge"));
            var program = browser.see(By.cssSelector("[data-testid='conversation'] li.program"));
            assertThat(judge.getLocation().x).as(look + "").isLessThan(program.getLocation().x);
        }
        assertThat(findings).isEmpty();
    }

    private static void checkEverywhere(Browser browser, String what, List<String> findings) {
        for (var look : Look.values()) {
            browser.show(look);
            check(browser, what + ", " + look, findings);
        }
    }

    private static void check(Browser browser, String what, List<String> findings) {
        Axe.check(browser, what, findings);
        if (browser.overflows()) {
            findings.add(what + " is wider than the screen");
        }
    }
}
