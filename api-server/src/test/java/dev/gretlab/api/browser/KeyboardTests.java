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
import org.openqa.selenium.Keys;

@Tag("browser")
class KeyboardTests {

    private static final Person STUDENT = LAB.student(4);

    @RegisterExtension final Browsers browsers = new Browsers();

    @Test
    void fromSignInToSubmitWithoutAClick() {
        var browser = browsers.open();
        SignInPage.open(browser, "/");
        awaitFocus(browser, "it.id === 'username'");
        browser.type(STUDENT.username(), Keys.TAB, STUDENT.password(), Keys.ENTER);

        ProblemListPage.of(browser);
        browser.type("/");
        awaitFocus(browser, "it.id === 'filter'");
        browser.type("light");
        browser.await("the filter in the address", () -> browser.place().endsWith("?q=light"));
        browser.tabTo("the problem", "it.textContent === 'First light'");
        browser.type(Keys.ENTER);

        var problem = ProblemPage.of(browser);
        browser.tabTo("the editor", "it.className === 'editor-box'");
        browser.selectAll();
        browser.type(Keys.DELETE);
        browser.type("for name in ['Gretlab']:", Keys.ENTER, "print(\"Hello, \" + name + \"!\")");
        // brackets and quotes close by themselves and the line is indented
        assertThat(problem.text())
                .isEqualTo("for name in ['Gretlab']:\n    print(\"Hello, \" + name + \"!\")");

        browser.chord(Keys.CONTROL, Keys.ENTER);
        problem.awaitVerdict("accepted");
        browser.awaitSaid("Ran");
        assertThat(problem.result()).contains("The output is that of sample 1.");

        var ran = browser.driver().findElements(Browser.hook("verdict"));
        browser.type(Keys.ESCAPE, Keys.TAB);
        awaitFocus(browser, "it.dataset.testid === 'plain'");
        for (var i = 0; i < 10 && !focusIs(browser, "it.dataset.testid === 'submit'"); i++) {
            browser.chord(Keys.SHIFT, Keys.TAB);
        }
        awaitFocus(browser, "it.dataset.testid === 'submit'");
        assertThat(browser.holds("return document.activeElement.matches(':focus-visible')"))
                .isTrue();
        browser.type(Keys.ENTER);
        problem.awaitGone(ran);
        problem.awaitVerdict("accepted");
        browser.awaitSaid("Accepted, 2 of 2 tests");

        var submitted = browser.driver().findElements(Browser.hook("verdict"));
        browser.chord(Keys.SHIFT, Keys.CONTROL, Keys.ENTER);
        problem.awaitGone(submitted);
        problem.awaitVerdict("accepted");
    }

    @Test
    void theKeysAreListedAndTheDialogGivesTheFocusBack() {
        var browser = browsers.open();
        SignInPage.open(browser, "/").signIn(STUDENT);
        browser.tabTo("the account", "it.dataset.testid === 'account'");

        browser.type("?");
        browser.awaitText(By.cssSelector("dialog"), "Submit");
        browser.type(Keys.ESCAPE);

        browser.await(
                "the dialog to close",
                () -> browser.driver().findElements(By.cssSelector("dialog")).isEmpty());
        awaitFocus(browser, "it.dataset.testid === 'account'");
    }

    private static void awaitFocus(Browser browser, String script) {
        browser.await("the focus where " + script, () -> focusIs(browser, script));
    }

    private static boolean focusIs(Browser browser, String script) {
        return browser.holds("const it = document.activeElement; return " + script);
    }
}
