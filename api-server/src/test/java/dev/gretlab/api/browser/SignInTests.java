/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

import static dev.gretlab.api.browser.DemoLab.LAB;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.openqa.selenium.By;
import org.openqa.selenium.WindowType;

@Tag("browser")
class SignInTests {

    private static final Person STUDENT = LAB.student(1);

    @RegisterExtension final Browsers browsers = new Browsers();

    @Test
    void aWrongPasswordIsSaidClearlyAndTheRightOneOpensTheProblems() {
        var browser = browsers.open();
        var signIn = SignInPage.open(browser, "/");
        signIn.enter("", "");
        signIn.awaitMessage("Type your username and your password.");
        signIn.enter(STUDENT.username(), "not my password");
        signIn.awaitMessage("This username and password do not go together.");
        browser.awaitSaid("This username and password do not go together.");

        signIn.enter(STUDENT.password());

        var problems = ProblemListPage.of(browser);
        assertThat(problems.text())
                .contains("First light", "A string of beads", "Word of mouth", "Signal towers");
        assertThat(browser.place()).isEqualTo("/problems");
    }

    @Test
    void signInLeadsToThePlaceThatWasAskedFor() {
        var browser = browsers.open();
        SignInPage.open(browser, "/problems/hello").enter(STUDENT.username(), STUDENT.password());
        ProblemPage.of(browser);
        assertThat(browser.place()).isEqualTo("/problems/hello");
        assertThat(browser.see("statement").getText()).contains("First light", "Hello, Gretlab!");
    }

    @Test
    void signOutEndsTheSessionOnTheServer() throws IOException, InterruptedException {
        var browser = browsers.open();
        SignInPage.open(browser, "/").signIn(STUDENT);
        var cookie =
                browser.driver().manage().getCookies().stream()
                        .map(each -> each.getName() + "=" + each.getValue())
                        .collect(joining("; "));
        assertThat(answerTo(cookie)).isEqualTo(200);

        browser.see("account").click();
        browser.see("signout").click();
        browser.see("signin-username");

        assertThat(answerTo(cookie)).as("for whoever kept the cookie").isEqualTo(401);
        browser.go("/problems");
        browser.see("signin-username");
        assertThat(browser.place()).isEqualTo("/signin?next=%2Fproblems");
    }

    private static int answerTo(String cookie) throws IOException, InterruptedException {
        var request =
                HttpRequest.newBuilder(URI.create(LAB.url() + "/api/v1/session"))
                        .header("Cookie", cookie)
                        .build();
        try (var client = HttpClient.newHttpClient()) {
            return client.send(request, BodyHandlers.discarding()).statusCode();
        }
    }

    @Test
    void aSessionThatEndedElsewhereAsksToSignInAgainAndKeepsTheText() {
        var browser = browsers.open();
        browser.expectInConsole("/api/v1/\\S+ - Failed to load resource.* 401 ");
        SignInPage.open(browser, "/").signIn(STUDENT);
        var problem = ProblemPage.open(browser, "hello");
        problem.write("print('before')");
        problem.awaitSaved("Saved");
        var first = browser.driver().getWindowHandle();

        signOutInAnotherTab(browser, first);
        problem.write("print('written after the session had ended')");
        browser.see("run").click();
        browser.awaitText(By.cssSelector("dialog"), "Your code is kept");
        new SignInPage(browser).enter(STUDENT.password());

        // what was pressed before signing in is done after it
        problem.awaitVerdict("accepted");
        assertThat(problem.result()).contains("written after the session had ended");
        assertThat(problem.text()).isEqualTo("print('written after the session had ended')");
        problem.awaitSaved("Saved");

        signOutInAnotherTab(browser, first);
        browser.reload();
        browser.see("signin-username");
        new SignInPage(browser).enter(STUDENT.username(), STUDENT.password());
        ProblemPage.of(browser);
        assertThat(browser.place()).isEqualTo("/problems/hello");
        assertThat(problem.text()).isEqualTo("print('written after the session had ended')");
    }

    private static void signOutInAnotherTab(Browser browser, String first) {
        browser.driver().switchTo().newWindow(WindowType.TAB);
        browser.go("/problems");
        browser.see("account").click();
        browser.see("signout").click();
        browser.see("signin-username");
        browser.driver().close();
        browser.driver().switchTo().window(first);
    }
}
