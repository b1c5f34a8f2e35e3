/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

import java.util.List;
import org.openqa.selenium.By;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.support.ui.Select;

/** Statement, editor, and the result, input and history below it. */
record ProblemPage(Browser browser) {

    private static final String EDITOR =
            """
            const plain = document.querySelector('.plain-editor');
            const root = document.querySelector('.editor-box')?.shadowRoot;
            """;

    static ProblemPage open(Browser browser, String slug) {
        browser.go("/problems/" + slug);
        return of(browser);
    }

    /** The page that is in view, once the student's text is in it. */
    static ProblemPage of(Browser browser) {
        var page = new ProblemPage(browser);
        browser.await(
                "the editor",
                () ->
                        browser.holds(
                                "return document.querySelector('[data-testid=editor][data-ready=true]')"
                                        + " !== null"));
        page.awaitText();
        return page;
    }

    /** What is written before the earlier text has come would be a second version of it. */
    private void awaitText() {
        browser.await(
                "the earlier text",
                () -> !saved().isEmpty() && !saved().equals("Opening your code…"));
    }

    void choose(String languageId, String languageName) {
        new Select(browser.see("language")).selectByValue(languageId);
        browser.await(
                "the editor of " + languageName,
                () ->
                        browser.script(
                                        EDITOR
                                                + "return (plain ?? root.querySelector('.cm-content')).getAttribute('aria-label')")
                                .toString()
                                .startsWith("Your %s program".formatted(languageName)));
        awaitText();
    }

    String language() {
        return String.valueOf(
                new Select(browser.see("language"))
                        .getFirstSelectedOption()
                        .getDomProperty("value"));
    }

    /** Writes this in place of what is there. */
    void write(String source) {
        browser.see("editor").click();
        browser.selectAll();
        browser.insert(source);
    }

    /** The text in the editor. */
    String text() {
        return browser.script(
                        EDITOR
                                + """
                                if (plain) return plain.value;
                                if (root.querySelector('.cm-placeholder')) return '';
                                return [...root.querySelectorAll('.cm-line')].map((line) => line.textContent).join('\\n');
                                """)
                .toString();
    }

    /** The line that the cursor is in, when the editor has the focus. */
    int cursorLine() {
        return ((Number)
                        browser.script(
                                EDITOR
                                        + """
                                        if (plain) return plain === document.activeElement
                                            ? plain.value.slice(0, plain.selectionStart).split('\\n').length : 0;
                                        if (!root.activeElement?.classList.contains('cm-content')) return 0;
                                        return Number(root.querySelector('.cm-activeLineGutter')?.textContent ?? 0);
                                        """))
                .intValue();
    }

    String saved() {
        return browser.driver().findElements(Browser.hook("saved")).stream()
                .map(WebElement::getText)
                .findFirst()
                .orElse("");
    }

    void awaitSaved(String text) {
        browser.await("'%s'".formatted(text), () -> saved().equals(text));
    }

    /** A tab: on a narrow screen every part of the page is one. */
    void tab(String name) {
        browser.see(By.xpath("//*[@role='tab'][normalize-space()='%s']".formatted(name))).click();
    }

    void input(String text) {
        tab("Input");
        var input = browser.see("input");
        input.clear();
        input.sendKeys(text);
    }

    /** Runs and waits for the verdict. */
    void run(String verdict) {
        press("run");
        awaitVerdict(verdict);
    }

    /** Submits and waits for the verdict. */
    void submit(String verdict) {
        press("submit");
        awaitVerdict(verdict);
    }

    /** Presses Run or Submit and waits until the result of an earlier press is gone. */
    void press(String button) {
        var before = browser.driver().findElements(Browser.hook("verdict"));
        browser.see(button).click();
        awaitGone(before);
    }

    void awaitGone(List<WebElement> before) {
        browser.await(
                "the earlier verdict to go", () -> before.stream().allMatch(ProblemPage::gone));
    }

    private static boolean gone(WebElement element) {
        try {
            element.getTagName();
            return false;
        } catch (StaleElementReferenceException e) {
            return true;
        }
    }

    void awaitVerdict(String verdict) {
        var shown = browser.see("verdict").getAttribute("data-verdict");
        if (!verdict.equals(shown)) {
            throw new AssertionError(
                    "The verdict is %s, not %s:%n%s".formatted(shown, verdict, result()));
        }
    }

    /** All that the result says. */
    String result() {
        return browser.see("result").getText();
    }

    WebElement inResult(String css) {
        return browser.see(By.cssSelector("[data-testid='result'] " + css));
    }
}
