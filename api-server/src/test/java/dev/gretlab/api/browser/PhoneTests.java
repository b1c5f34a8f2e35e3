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

@Tag("browser")
class PhoneTests {

    private static final Person STUDENT = LAB.student(5);

    @RegisterExtension final Browsers browsers = new Browsers();

    @Test
    void everythingFitsAndWorksOnAPhone() {
        var browser = browsers.open();
        browser.show(Look.PHONE_LIGHT);
        var signIn = SignInPage.open(browser, "/");
        assertFits(browser, "sign-in");
        var problems = signIn.signIn(STUDENT);
        assertFits(browser, "problem list");
        browser.see("account").click();
        browser.see("signout");
        assertFits(browser, "account menu");
        browser.see("account").click();

        var problem = problems.open("A string of beads");
        assertThat(browser.see("statement").getText()).contains("A string of beads");
        assertFits(browser, "statement");
        problem.tab("Code");
        browser.see("plain").click();
        var editor = browser.see("plain-editor");
        editor.clear();
        editor.sendKeys("print('0x' + 'long' * 60)\nprint(input())");
        assertFits(browser, "code");
        problem.input("aab\n");
        assertFits(browser, "input");

        problem.run("accepted");
        assertThat(problem.result()).contains("Ran", "longlong", "aab");
        assertFits(browser, "result of Run");

        problem.submit("wrong_answer");
        assertThat(problem.result()).contains("Expected", "Yours");
        assertFits(browser, "result of Submit");

        problem.tab("History");
        browser.see("history");
        assertFits(browser, "history");
        browser.go("/submissions");
        browser.see("submission-list");
        assertFits(browser, "submissions");
        browser.go("/tokens");
        browser.see("account");
        assertFits(browser, "tokens");
    }

    @Test
    void whatIsPressedIsBigEnoughForAFinger() {
        var browser = browsers.open();
        browser.show(Look.PHONE_LIGHT);
        var problem = SignInPage.open(browser, "/").signIn(STUDENT).open("First light");
        problem.tab("Code");
        for (var hook : new String[] {"run", "submit", "language", "account"}) {
            assertThat(browser.see(hook).getSize().height).as(hook).isGreaterThanOrEqualTo(40);
        }
    }

    private static void assertFits(Browser browser, String what) {
        assertThat(browser.overflows()).as(what + " is wider than the screen").isFalse();
    }
}
