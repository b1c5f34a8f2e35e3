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

/** The text of a student who works at two places. */
@Tag("browser")
class DraftTests {

    private static final Person STUDENT = LAB.student(7);

    @RegisterExtension final Browsers browsers = new Browsers();

    private ProblemPage problem(String slug) {
        var browser = browsers.open();
        browser.expectInConsole("/api/v1/drafts\\S* - Failed to load resource.* (409|412) ");
        SignInPage.open(browser, "/").signIn(STUDENT);
        return ProblemPage.open(browser, slug);
    }

    @Test
    void theTextIsThereInAnotherBrowserAndTwoVersionsAreBothShown() {
        var here = problem("hello");
        here.write("# one\nprint('here')");
        here.awaitSaved("Saved");

        var there = problem("hello");
        assertThat(there.text()).isEqualTo("# one\nprint('here')");

        here.write("# two\nprint('here')");
        here.awaitSaved("Saved");
        there.write("# three\nprint('there')");
        there.browser().awaitText("conflict", "Nothing is lost: here are both.");
        assertThat(there.text()).isEqualTo("# three\nprint('there')");
        assertThat(there.browser().see("other-version").getText())
                .contains("# two", "print('here')");
        assertThat(there.saved()).isEqualTo("Two versions: choose one");

        there.browser().button("Mine in the editor").click();
        there.awaitSaved("Saved");
        here.browser().reload();
        ProblemPage.of(here.browser());
        assertThat(here.text()).isEqualTo("# three\nprint('there')");

        there.write("# four\nprint('there')");
        there.awaitSaved("Saved");
        here.write("# five\nprint('here')");
        here.browser().see("conflict");
        here.browser().button("The other one").click();
        here.browser()
                .await(
                        "the other version in the editor",
                        () -> here.text().equals("# four\nprint('there')"));
        assertThat(here.browser().sees("conflict")).isFalse();
    }

    @Test
    void eachLanguageKeepsItsOwnText() {
        var problem = problem("rumour");
        problem.choose("python", "Python");
        problem.write("# python");
        problem.choose("c", "C");
        problem.write("// c");
        problem.choose("python", "Python");
        assertThat(problem.text()).isEqualTo("# python");
        problem.choose("c", "C");
        assertThat(problem.text()).isEqualTo("// c");

        problem.browser().reload();
        ProblemPage.of(problem.browser());
        assertThat(problem.language()).isEqualTo("c");
        assertThat(problem.text()).isEqualTo("// c");
    }

    @Test
    void theSameTextIsInBothEditors() {
        var problem = problem("signals");
        var browser = problem.browser();
        problem.choose("python", "Python");
        problem.write("print('coloured')");
        browser.see("plain").click();
        browser.see("plain-editor");
        assertThat(problem.text()).isEqualTo("print('coloured')");
        browser.see("plain-editor").sendKeys("\nprint('plain')");
        browser.see("plain").click();
        ProblemPage.of(browser);
        browser.await(
                "both lines", () -> problem.text().equals("print('coloured')\nprint('plain')"));
    }
}
