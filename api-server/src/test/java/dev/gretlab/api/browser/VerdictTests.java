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

/** What the page says for each verdict that is not Accepted. */
@Tag("browser")
class VerdictTests {

    private static final Person STUDENT = LAB.student(3);

    @RegisterExtension final Browsers browsers = new Browsers();

    private ProblemPage problem(String slug) {
        var browser = browsers.open();
        SignInPage.open(browser, "/").signIn(STUDENT);
        return ProblemPage.open(browser, slug);
    }

    @Test
    void aWrongAnswerShowsInputExpectedAndYours() {
        var problem = problem("beads");
        problem.write(DemoLab.file("beads/submissions/wrong_answer/last_group_lost.py"));

        problem.submit("wrong_answer");

        assertThat(problem.result()).contains("Wrong answer", "Test 1, the first that fails");
        assertThat(problem.inResult("pre[aria-label='Input']").getText())
                .isEqualTo(DemoLab.file("beads/data/sample/1.in").strip());
        assertThat(problem.inResult("pre[aria-label='Expected']").getText())
                .isEqualTo(DemoLab.file("beads/data/sample/1.ans").strip());
        assertThat(problem.inResult("pre[aria-label='Yours']").getText()).startsWith("3a 1b");
        assertThat(problem.inResult("pre[aria-label='Expected'] mark").getText()).isEqualTo("2A");
        problem.browser().awaitSaid("Wrong answer");
    }

    @Test
    void pointsStandBesideTheVerdictAndByGroup() {
        var problem = problem("tolls");
        problem.choose("python", "Python");
        problem.write(DemoLab.file("tolls/submissions/run_time_error/room_for_a_thousand.py"));

        problem.submit("runtime_error");

        assertThat(problem.inResult("[data-testid=points]").getText())
                .isEqualTo("25 of 100 points");
        assertThat(problem.inResult("table[data-testid=groups]").getText())
                .contains("1-short", "20 of 20", "2-same", "5 of 20", "3-long", "0 of 60");
        // how it ended on a hidden test is not told
        assertThat(problem.result()).doesNotContain("IndexError");
        problem.browser().awaitSaid("Runtime error, 25 of 100 points");
    }

    @Test
    void aCompileErrorLeadsToItsLine() {
        var problem = problem("hello");
        problem.choose("c", "C");
        problem.write(
                """
                #include <stdio.h>

                int main(void)
                {
                    int a = 1;
                    puts(nothing);
                    return a;
                }
                """);

        problem.submit("compile_error");

        assertThat(problem.result())
                .contains("Your program could not be translated", "nothing", "undeclared");
        problem.inResult("button.place").click();
        problem.browser().await("the cursor in line 6", () -> problem.cursorLine() == 6);
    }

    @Test
    void aStoppedProgramIsExplainedInWords() {
        var problem = problem("hello");
        problem.choose("c", "C");
        problem.write(
                """
                int main(void)
                {
                    volatile int *nowhere = 0;
                    return *nowhere;
                }
                """);

        problem.run("runtime_error");

        assertThat(problem.result())
                .contains("Stopped by SIGSEGV: it used memory that is not its own.");
    }

    @Test
    void anUncaughtExceptionLeadsToItsLine() {
        var problem = problem("hello");
        problem.choose("python", "Python");
        problem.write("print('so far')\n\nprint(1 / 0)\n");

        problem.run("runtime_error");

        assertThat(problem.result())
                .contains("an error that nothing caught", "ZeroDivisionError", "so far");
        problem.inResult("button.place").click();
        problem.browser().await("the cursor in line 3", () -> problem.cursorLine() == 3);
    }

    @Test
    void aProgramThatNeverEndsIsStoppedAtTheTimeLimit() {
        var problem = problem("hello");
        problem.choose("python", "Python");
        problem.write("while True:\n    pass\n");

        problem.run("time_limit");

        assertThat(problem.result())
                .contains("Time limit", "Your program was stopped: it used more than 2 s of CPU");
    }

    @Test
    void whatAProgramPrintsIsTextAndNothingElse() {
        var html =
                "<b id=bold>bold</b><img src=x onerror=document.title=1><script>document.title=2</script>";
        var problem = problem("beads");
        var browser = problem.browser();
        problem.choose("python", "Python");
        problem.write(
                "import sys\nprint('%s')\nprint('%s', file=sys.stderr)\n".formatted(html, html));

        problem.run("accepted");
        assertThat(problem.inResult("pre[aria-label='Yours']").getText()).contains(html);
        assertThat(problem.inResult("pre[aria-label='Error output']").getText()).contains(html);
        assertNoElementsOf(browser);

        problem.submit("wrong_answer");
        assertThat(problem.inResult("pre[aria-label='Yours']").getText()).contains(html);
        assertNoElementsOf(browser);

        problem.tab("History");
        browser.see("history").findElement(By.cssSelector("tbody button")).click();
        browser.see("history-verdict");
        assertThat(browser.see(By.cssSelector(".code-view .code")).getText()).contains(html);
        assertNoElementsOf(browser);
    }

    private static void assertNoElementsOf(Browser browser) {
        assertThat(browser.driver().findElements(By.cssSelector("#bold, #app img, #app script")))
                .isEmpty();
        assertThat(browser.driver().getTitle()).contains("Gretlab");
    }
}
