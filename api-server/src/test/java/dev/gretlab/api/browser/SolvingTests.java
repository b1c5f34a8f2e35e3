/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

import static dev.gretlab.api.browser.DemoLab.LAB;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.By;

@Tag("browser")
class SolvingTests {

    private static final Person STUDENT = LAB.student(2);

    /** Notes in the page how long it takes from the press of Run until a verdict is drawn. */
    private static final String STOPWATCH =
            """
            let pressed;
            document.querySelector('[data-testid=run]').addEventListener('click', (event) => {
                pressed = event.timeStamp;
                window.verdictAfter = undefined;
            }, { capture: true });
            let there = true;
            new MutationObserver(() => {
                const now = document.querySelector('[data-testid=verdict]') !== null;
                if (now && !there && pressed !== undefined) {
                    window.verdictAfter = performance.now() - pressed;
                }
                there = now;
            }).observe(document.getElementById('app'), { childList: true, subtree: true });
            """;

    @RegisterExtension final Browsers browsers = new Browsers();

    @Test
    void aRunShowsWhatTheProgramPrints() {
        var browser = browsers.open();
        var problem = SignInPage.open(browser, "/").signIn(STUDENT).open("First light");
        problem.write("print('Hello, Gretlab!')");
        problem.run("accepted");
        browser.driver().executeScript(STOPWATCH);

        problem.run("accepted");

        assertThat(problem.inResult("[data-testid='verdict']").getText())
                .contains("Ran", "CPU", "MB");
        assertThat(problem.result()).contains("The output is that of sample 1.", "Hello, Gretlab!");
        browser.awaitSaid("Ran");
        System.out.printf(
                "A Python hello from the press of Run to its verdict: %.0f ms%n",
                ((Number) browser.script("return window.verdictAfter")).doubleValue());
    }

    @Test
    void ownInputIsGivenToTheProgram() {
        var browser = browsers.open();
        SignInPage.open(browser, "/").signIn(STUDENT);
        var problem = ProblemPage.open(browser, "beads");
        problem.input("xxyz");
        problem.write("print(input()[::-1])");

        problem.run("accepted");

        assertThat(problem.inResult("pre").getText()).isEqualTo("zyxx");
    }

    @Test
    void anAcceptedSubmissionIsStillThereAfterAReloadAndInTheHistory() {
        var source = DemoLab.file("beads/submissions/accepted/beads.js");
        var browser = browsers.open();
        SignInPage.open(browser, "/").signIn(STUDENT);
        var problem = ProblemPage.open(browser, "beads");
        problem.choose("javascript", "JavaScript");
        problem.write(source);

        problem.submit("accepted");

        var tests = 14;
        assertThat(problem.result()).contains("Accepted", tests + " of " + tests + " tests");
        assertThat(
                        browser.see("tests").findElements(By.cssSelector("tbody tr")).stream()
                                .map(row -> row.getText()))
                .hasSize(tests)
                .allMatch(row -> row.contains("Accepted"));
        assertThat(browser.see("statement").getText()).contains("My best:");
        problem.awaitSaved("Saved");

        browser.reload();
        ProblemPage.of(browser);
        assertThat(problem.language()).isEqualTo("javascript");
        assertThat(problem.text()).isEqualTo(source);
        problem.awaitVerdict("accepted");

        problem.write("// something else");
        problem.tab("History");
        var newest = browser.see("history").findElement(By.cssSelector("tbody tr"));
        assertThat(newest.getText()).contains("Accepted", "JavaScript");
        newest.findElement(By.tagName("button")).click();
        assertThat(browser.see("history-verdict").getAttribute("data-verdict"))
                .isEqualTo("accepted");
        assertThat(browser.see(By.cssSelector(".code-view .code")).getText())
                .isEqualTo(source.strip());
        browser.see("put-back").click();
        browser.await("the earlier code in the editor", () -> problem.text().equals(source));
        browser.button("Undo").click();
        browser.await("what was there before", () -> problem.text().equals("// something else"));
    }

    @Test
    void submissionsAreListedAndOpenWithTheirCode() {
        var browser = browsers.open();
        SignInPage.open(browser, "/").signIn(STUDENT);
        var problem = ProblemPage.open(browser, "hello");
        problem.write("print('Hello, Gretlab!')");
        problem.submit("accepted");

        browser.go("/submissions?problem=hello");
        var line = browser.see("submission-list").findElement(By.cssSelector("tbody tr"));
        assertThat(line.getText()).contains("First light", "Python", "Accepted");
        line.findElement(By.tagName("a")).click();

        assertThat(browser.see("verdict").getAttribute("data-verdict")).isEqualTo("accepted");
        assertThat(browser.see(By.cssSelector(".code-view .code")).getText())
                .isEqualTo("print('Hello, Gretlab!')");
        browser.see(By.linkText("Open in the editor")).click();
        ProblemPage.of(browser);
        browser.see("put-back");
    }
}
