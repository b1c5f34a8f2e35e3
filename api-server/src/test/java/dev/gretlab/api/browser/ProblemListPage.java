/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

import org.openqa.selenium.By;

record ProblemListPage(Browser browser) {

    static ProblemListPage of(Browser browser) {
        browser.see("problem-list");
        return new ProblemListPage(browser);
    }

    String text() {
        return browser.see("problem-list").getText();
    }

    ProblemPage open(String name) {
        browser.see(By.linkText(name)).click();
        return ProblemPage.of(browser);
    }
}
