/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

import static dev.gretlab.api.browser.DemoLab.LAB;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.By;

/** The API is killed while students work. */
@Tag("browser")
class RecoveryTests {

    private static final Person STUDENT = LAB.student(6);
    private static final By BAR = By.cssSelector("aside.bar-note");
    private static final String WAITS = "import time\ntime.sleep(2)\nprint('still here')\n";

    @RegisterExtension final Browsers browsers = new Browsers();

    private ProblemPage problem() {
        var browser = browsers.open();
        browser.expectInConsole("net::ERR_");
        // a busy machine takes its time to start the API again
        browser.patience(Duration.ofMinutes(2));
        SignInPage.open(browser, "/").signIn(STUDENT);
        return ProblemPage.open(browser, "hello");
    }

    @Test
    void aVerdictComesThoughTheApiDiedWhileTheProgramRan() {
        var problem = problem();
        var browser = problem.browser();
        problem.write(WAITS);
        problem.press("run");
        browser.awaitText("result", "Running");

        kill();

        browser.awaitText(BAR, "The lab does not answer.");
        browser.awaitSaid("The lab does not answer.");
        var written = WAITS + "# written while the lab was away";
        problem.write(written);
        problem.awaitSaved("Saved in this browser");

        problem.awaitVerdict("accepted");
        assertThat(problem.result()).contains("still here", "Your code has changed since.");
        browser.await("the bar to go", () -> browser.driver().findElements(BAR).isEmpty());
        assertThat(problem.text()).isEqualTo(written);
        problem.awaitSaved("Saved");

        browser.reload();
        ProblemPage.of(browser);
        assertThat(problem.text()).isEqualTo(written);
    }

    @Test
    void whatIsPressedWhileTheApiIsAwayIsSentOnceItIsBack() {
        var problem = problem();
        var browser = problem.browser();
        problem.write("print('sent later')");
        problem.awaitSaved("Saved");
        var before = submissions(problem);

        kill();
        problem.press("submit");
        browser.awaitText("waiting", "Your code is kept here and is sent when the lab is back.");
        browser.see("submit").click();

        problem.awaitVerdict("wrong_answer");
        assertThat(submissions(problem)).isEqualTo(before + 1);
    }

    private static int submissions(ProblemPage problem) {
        problem.tab("History");
        var rows = By.cssSelector("[data-testid='history'] tbody tr");
        var browser = problem.browser();
        var none = By.cssSelector("#pane-history .empty-pane");
        browser.await(
                "the history",
                () ->
                        !browser.driver().findElements(rows).isEmpty()
                                || !browser.driver().findElements(none).isEmpty());
        return browser.driver().findElements(rows).size();
    }

    private static void kill() {
        assertThat(LAB.api().destroyForcibly()).as("the API was killed").isTrue();
    }
}
