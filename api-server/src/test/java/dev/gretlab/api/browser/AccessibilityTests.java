/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

import static dev.gretlab.api.browser.DemoLab.LAB;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;

/**
 * Nothing on any page that axe-core calls serious or critical, on a desktop and a phone, light and
 * dark.
 */
@Tag("browser")
class AccessibilityTests {

    private static final Person STUDENT = LAB.student(8);

    @RegisterExtension final Browsers browsers = new Browsers();

    @ParameterizedTest
    @EnumSource
    void noPageShutsAnybodyOut(Look look) {
        var browser = browsers.open();
        browser.show(look);
        browser.expectInConsole("/api/v1/session - .* 401 ");
        var findings = new ArrayList<String>();

        var signIn = SignInPage.open(browser, "/");
        Axe.check(browser, "sign-in", findings);
        signIn.enter("", "");
        signIn.awaitMessage("Type your username and your password.");
        Axe.check(browser, "sign-in with a message", findings);
        var problems = signIn.signIn(STUDENT);
        Axe.check(browser, "problem list", findings);
        browser.see("account").click();
        browser.see("signout");
        Axe.check(browser, "account menu", findings);
        browser.see("account").click();

        var problem = problems.open("A string of beads");
        Axe.check(browser, "statement", findings);
        if (look.phone()) {
            problem.tab("Code");
            Axe.check(browser, "code", findings);
        }
        problem.choose("python", "Python");
        problem.write("print('3a', 1)  # a comment");
        problem.submit("wrong_answer");
        Axe.check(browser, "wrong answer", findings);
        problem.tab("Input");
        Axe.check(browser, "input", findings);
        problem.tab("History");
        browser.see("history").findElement(By.cssSelector("tbody button")).click();
        browser.see("history-verdict");
        Axe.check(browser, "a submission in the history", findings);

        problem = ProblemPage.open(browser, "hello");
        if (look.phone()) {
            problem.tab("Code");
        }
        problem.choose("c", "C");
        problem.write("int main(void) { return nothing; }");
        problem.run("compile_error");
        Axe.check(browser, "compile error", findings);

        browser.go("/submissions");
        browser.see("submission-list").findElement(By.cssSelector("tbody a"));
        Axe.check(browser, "submissions", findings);
        browser.see(By.cssSelector("[data-testid='submission-list'] a[href^='/submissions/']"))
                .click();
        browser.see("verdict");
        Axe.check(browser, "a submission", findings);
        browser.go("/tokens");
        browser.see(By.id("token-name")).sendKeys("of a test, " + look);
        browser.button("Make a token").click();
        browser.see("token-secret");
        Axe.check(browser, "tokens", findings);
        browser.button("Revoke").click();
        browser.see(By.cssSelector("dialog"));
        Axe.check(browser, "a dialog", findings);
        browser.see(By.cssSelector("dialog .danger")).click();
        browser.await(
                "the dialog to close",
                () -> browser.driver().findElements(By.cssSelector("dialog")).isEmpty());

        assertThat(findings).isEmpty();
    }
}
