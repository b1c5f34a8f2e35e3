/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/**
 * Where a student signs in: a page of its own, or a dialog over the page when the session has
 * ended.
 */
record SignInPage(Browser browser) {

    static SignInPage open(Browser browser, String path) {
        browser.go(path);
        browser.see("signin-username");
        return new SignInPage(browser);
    }

    void enter(String username, String password) {
        var name = browser.see("signin-username");
        name.clear();
        name.sendKeys(username);
        enter(password);
    }

    void enter(String password) {
        var field = browser.see("signin-password");
        field.sendKeys(Keys.chord(Keys.CONTROL, "a"), password);
        browser.see("signin-submit").click();
    }

    void awaitMessage(String text) {
        browser.awaitText(By.id("signin-message"), text);
    }

    ProblemListPage signIn(Person student) {
        enter(student.username(), student.password());
        return ProblemListPage.of(browser);
    }
}
