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
import org.openqa.selenium.Keys;

/** The lab itself fails: what students are told, and how staff put it right. */
@Tag("browser")
class FaultTests {

    private static final String HELLO = "import time\ntime.sleep(2)\nprint('Hello, Gretlab!')\n";

    @RegisterExtension final Browsers browsers = new Browsers();

    private ProblemPage problem(Person student) {
        var browser = browsers.open();
        // a lease has to lapse, and the runner takes its time to start again
        browser.patience(Duration.ofMinutes(1));
        SignInPage.open(browser, "/").signIn(student);
        var problem = ProblemPage.open(browser, "hello");
        problem.choose("python", "Python");
        return problem;
    }

    private Browser staff(Person person, String path) {
        var browser = browsers.open();
        browser.patience(Duration.ofMinutes(1));
        SignInPage.open(browser, "/").signIn(person);
        browser.go(path);
        return browser;
    }

    @Test
    void whileAttemptsRemainTheStudentIsToldThatItIsTriedAgain() {
        var problem = problem(LAB.student(9));
        var browser = problem.browser();
        problem.write(HELLO);
        try (var _ = FaultyLab.thatTriesAgain()) {
            problem.press("submit");
            browser.awaitText("result", "Test 1 of 2");

            FaultyLab.killRunners();

            var again = "This was our fault, not yours. It does not count. We are trying again.";
            browser.awaitText("trying-again", again);
            browser.awaitSaid(again);
        }
        problem.awaitVerdict("accepted");
        assertThat(problem.result()).doesNotContain("our fault");
    }

    @Test
    void afterTheLastAttemptTheStudentIsToldAndStaffHaveItJudgedAgainWithoutAClick() {
        var student = LAB.student(10);
        var problem = problem(student);
        var browser = problem.browser();
        problem.write(HELLO);
        try (var _ = FaultyLab.thatGivesUp()) {
            problem.press("submit");
            browser.awaitText("result", "Test 1 of 2");
            FaultyLab.killRunners();
            problem.awaitVerdict("system_error");
        }
        var fault = "This was our fault, not yours. It does not count. Press Run or Submit again";
        assertThat(problem.result()).contains("System error", fault).doesNotContain("trying again");
        browser.awaitSaid(fault);
        assertThat(browser.see("statement").getText()).doesNotContain("System error");

        var staff = staff(LAB.staff(), "/problems");
        staff.tabTo("the system errors", "it.textContent === 'System errors'");
        staff.type(Keys.ENTER);
        staff.see("system-error-list");
        staff.type("/");
        staff.type(student.username() + " first light");
        staff.awaitText(By.cssSelector("tbody tr:first-child"), student.username());
        staff.tabTo("the reason", "it.className === 'expander'");
        staff.type(Keys.ENTER);
        staff.awaitText("system-error-detail", "the runner was not heard of");
        staff.awaitText("attempts", "runner-1");
        staff.tabTo("the button", "it.dataset.testid === 'judge-again'");
        staff.type(Keys.ENTER);
        staff.await(
                "the focus on the new judging",
                () ->
                        staff.holds(
                                "return document.activeElement.dataset.testid === 'new-judging'"));
        staff.awaitText("new-judging", "Accepted");
        staff.awaitSaid("Judged again: Accepted");
        staff.type(Keys.ENTER);
        staff.awaitText("retry-of", "This is a new judging.");
        assertThat(staff.see("verdict").getAttribute("data-verdict")).isEqualTo("accepted");

        browser.leaveAndComeBack();
        browser.await(
                "the new verdict",
                () -> "accepted".equals(browser.see("verdict").getAttribute("data-verdict")));
        browser.awaitText("retry-of", "The one before was our fault and does not count.");
        browser.see(By.linkText("The first judging")).click();
        browser.awaitText("verdict", "System error");
        browser.awaitText("new-judging", "Accepted");
        assertThat(browser.see(By.cssSelector(".why")).getText())
                .contains("there is nothing for you to do");
    }

    @Test
    void aSubmissionShowsStaffTheReasonAndIsJudgedAgainThere() {
        var student = LAB.student(11);
        var id = FaultyLab.systemError(student, "hello", "python", HELLO);

        var staff = staff(LAB.staff(), "/submissions/" + id);
        staff.awaitText("staff-note", "the runner was not heard of for a whole lease");
        staff.see("judge-again").click();
        staff.awaitText("new-judging", "Accepted");
        assertThat(staff.sees("judge-again")).isFalse();

        var owner = staff(student, "/submissions/" + id);
        owner.awaitText("new-judging", "Accepted");
        assertThat(owner.sees("staff-note")).isFalse();
        assertThat(owner.driver().getPageSource()).doesNotContain("lease");
    }

    @Test
    void adminsWithdrawTheVerdictsOfARunner() {
        var student = LAB.student(12);
        var id = FaultyLab.onlyVerdictOfARunner(student, "hello", "python", HELLO);

        var admin = staff(LAB.admin(), "/runners");
        admin.see(
                        By.xpath(
                                "//*[@data-testid='runner-list']//tr[contains(., 'Ready')]//button[@aria-expanded]"))
                .click();
        admin.awaitText("runner-detail", "It takes jobs.");
        admin.button("Withdraw its verdicts…").click();
        admin.await(
                "the focus on the reason",
                () -> admin.holds("return document.activeElement.id === 'withdraw-reason'"));
        admin.type(Keys.ENTER);
        admin.awaitText(By.cssSelector("dialog"), "Say why its verdicts are withdrawn.");
        admin.type("its disk was full", Keys.ENTER);
        admin.awaitText("withdrawn", "1 verdict is withdrawn, 1 is judged again.");
        admin.type(Keys.ENTER);
        admin.await(
                "the dialog to close",
                () -> admin.driver().findElements(By.cssSelector("dialog")).isEmpty());

        admin.awaitText("runner-list", "Withdrawn");

        // the lab's only runner gets no more work until it is started anew
        FaultyLab.killRunners();
        var owner = staff(student, "/submissions/" + id);
        owner.awaitText("verdict", "Withdrawn");
        owner.awaitText(By.cssSelector(".was"), "Accepted");
        owner.awaitText(
                By.cssSelector(".why"), "That was our fault, not yours. It does not count.");
        owner.awaitText("new-judging", "Accepted");
        owner.see("new-judging").click();
        owner.awaitText("retry-of", "This is a new judging.");
        owner.go("/submissions");
        owner.awaitText("submission-list", "Withdrawn");
    }

    @Test
    void studentsAreLedToNothingOfThisAndFindNothingThere() {
        var browser = browsers.open();
        browser.expectInConsole("/api/v1/(system-errors|runners)\\S* - .* 403 ");
        SignInPage.open(browser, "/").signIn(LAB.student(9));
        assertThat(browser.see(By.cssSelector("header nav")).getText())
                .contains("Submissions")
                .doesNotContain("System errors", "Runners");

        for (var path : new String[] {"/system-errors", "/runners"}) {
            browser.go(path);
            browser.awaitText(By.tagName("main"), "Not found");
        }
    }
}
