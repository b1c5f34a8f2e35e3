/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

import static dev.gretlab.api.browser.DemoLab.LAB;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openqa.selenium.By;

/** The pages of staff shut nobody out and fit, on a desktop and a phone, light and dark. */
@Tag("browser")
class StaffPageTests {

    private static String fault = "";

    @RegisterExtension final Browsers browsers = new Browsers();

    @BeforeAll
    static void makeAFault() {
        fault =
                FaultyLab.systemError(
                        LAB.student(13),
                        "hello",
                        "python",
                        "import time\ntime.sleep(2)\nprint('Hello, Gretlab!')\n");
    }

    @ParameterizedTest
    @EnumSource
    void noPageShutsAnybodyOutAndAllFit(Look look) {
        var browser = browsers.open();
        browser.show(look);
        SignInPage.open(browser, "/").signIn(LAB.admin());
        var findings = new ArrayList<String>();

        browser.see("account").click();
        browser.see(By.cssSelector("#account-menu a[href='/system-errors']")).click();
        browser.see("system-error-list");
        check(browser, "system errors", findings);
        browser.see(By.cssSelector("button[aria-expanded='false'].expander")).click();
        browser.see("system-error-detail");
        check(browser, "reason and attempts", findings);
        browser.see(By.id("filter")).sendKeys("nothing is called like this");
        browser.button("Show all");
        check(browser, "a filter that finds nothing", findings);

        browser.go("/submissions/" + fault);
        browser.see("staff-note");
        check(browser, "a system error", findings);

        browser.go("/runners");
        browser.see("runner-list");
        check(browser, "runners", findings);
        browser.see(By.cssSelector("button[aria-expanded='false'].expander")).click();
        browser.see("runner-detail");
        check(browser, "a runner", findings);
        browser.button("Withdraw its verdicts…").click();
        browser.see(By.cssSelector("dialog"));
        check(browser, "the dialog", findings);
        browser.button("Cancel").click();

        assertThat(findings).isEmpty();
    }

    @Test
    void runnersSayWhatProgramsAreKeptIn() {
        var browser = browsers.open();
        SignInPage.open(browser, "/").signIn(LAB.admin());
        browser.go("/runners");

        var gvisor = DemoLab.isolation().equals("gvisor");
        assertThat(browser.see("isolation").getText())
                .isEqualTo(
                        gvisor
                                ? "Programs run inside gVisor."
                                : "Programs run in namespaces only, on the kernel of the machine.");
        assertThat(browser.see("runner-list").getText())
                .contains(gvisor ? "gVisor" : "Namespaces only");
    }

    private static void check(Browser browser, String what, List<String> findings) {
        Axe.check(browser, what, findings);
        if (browser.overflows()) {
            findings.add(what + " is wider than the screen");
        }
    }
}
