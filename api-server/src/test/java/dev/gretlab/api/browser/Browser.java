/*
 * Copyright Gretlab authors
 * SPDX-License-Identifier: Apache-2.0
 */
package dev.gretlab.api.browser;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.TimeoutException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.interactions.Actions;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;

/** A Chromium with a profile of its own. */
final class Browser {

    private static final Duration LOOK_AGAIN = Duration.ofMillis(25);

    /** The page asks who is signed in, and for a draft that may not be there yet. */
    private static final List<Pattern> ORDINARY =
            List.of(
                    Pattern.compile("/api/v1/session - Failed to load resource.* 401 .*"),
                    Pattern.compile("/api/v1/drafts\\S* - Failed to load resource.* 404 .*"));

    private final Path profile;
    private final ChromeDriver driver;
    private final List<Pattern> expected = new ArrayList<>(ORDINARY);
    private Duration patience = Duration.ofSeconds(30);

    Browser() {
        try {
            profile = Files.createTempDirectory("gretlab-browser");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var options = new ChromeOptions();
        options.setBinary(command("chromium"));
        options.addArguments(
                "--headless",
                "--disable-gpu",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--window-size=1280,800",
                "--user-data-dir=" + profile);
        if ("root".equals(System.getProperty("user.name"))) {
            // Chromium's own sandbox does not start for root
            options.addArguments("--no-sandbox");
        }
        var logs = new LoggingPreferences();
        logs.enable(LogType.BROWSER, Level.ALL);
        options.setCapability("goog:loggingPrefs", logs);
        var service =
                new ChromeDriverService.Builder()
                        .usingDriverExecutable(command("chromedriver"))
                        .usingAnyFreePort()
                        .build();
        driver = new ChromeDriver(service, options);
        show(Look.DESKTOP_LIGHT);
    }

    void show(Look look) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of(
                        "width",
                        look.width,
                        "height",
                        look.height,
                        "deviceScaleFactor",
                        1,
                        "mobile",
                        look.phone()));
        driver.executeCdpCommand(
                "Emulation.setTouchEmulationEnabled", Map.of("enabled", look.phone()));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                Map.of(
                                        "name",
                                        "prefers-color-scheme",
                                        "value",
                                        look.dark ? "dark" : "light"))));
    }

    ChromeDriver driver() {
        return driver;
    }

    /** How long this browser waits for what must come; 30 s unless told otherwise. */
    void patience(Duration longer) {
        patience = longer;
    }

    void go(String path) {
        driver.get(DemoLab.LAB.url() + path);
    }

    /** Path and query of the place that the page is at. */
    String place() {
        return script("return location.pathname + location.search").toString();
    }

    void reload() {
        driver.navigate().refresh();
    }

    /** Looks at another tab and comes back to this one. */
    void leaveAndComeBack() {
        var here = driver.getWindowHandle();
        driver.switchTo().newWindow(WindowType.TAB);
        driver.close();
        driver.switchTo().window(here);
    }

    static By hook(String name) {
        return By.cssSelector("[data-testid='%s']".formatted(name));
    }

    /** Waits until the element with this hook is to be seen. */
    WebElement see(String hook) {
        return see(hook(hook));
    }

    WebElement see(By what) {
        return awaited(
                () -> "to see " + what,
                () ->
                        driver.findElements(what).stream()
                                .filter(WebElement::isDisplayed)
                                .findFirst()
                                .orElse(null));
    }

    WebElement button(String text) {
        return see(By.xpath("//button[normalize-space()='%s']".formatted(text)));
    }

    boolean sees(String hook) {
        return driver.findElements(hook(hook)).stream().anyMatch(WebElement::isDisplayed);
    }

    void await(String what, BooleanSupplier condition) {
        awaited(() -> what, () -> condition.getAsBoolean() ? true : null);
    }

    /** Waits until the element with this hook says something that contains the text. */
    void awaitText(String hook, String text) {
        awaitText(hook(hook), text);
    }

    void awaitText(By where, String text) {
        awaited(
                () -> "'%s' in %s, which says '%s'".formatted(text, where, words(where)),
                () -> words(where).contains(text) ? true : null);
    }

    /** Waits until those who hear the page have been told this. */
    void awaitSaid(String text) {
        awaited(
                () -> "'%s' to be said, not '%s'".formatted(text, said()),
                () -> said().contains(text) ? true : null);
    }

    private String said() {
        return script("return document.getElementById('live').textContent").toString();
    }

    private String words(By where) {
        return driver.findElements(where).stream()
                .map(WebElement::getText)
                .reduce("", (all, text) -> all + text);
    }

    /** Types on the keyboard, wherever the focus is. */
    void type(CharSequence... keys) {
        new Actions(driver).sendKeys(keys).perform();
    }

    /** Holds the first keys while the last one is pressed. */
    void chord(Keys... keys) {
        var actions = new Actions(driver);
        for (var i = 0; i < keys.length - 1; i++) {
            actions.keyDown(keys[i]);
        }
        actions.sendKeys(keys[keys.length - 1]);
        for (var i = keys.length - 2; i >= 0; i--) {
            actions.keyUp(keys[i]);
        }
        actions.perform();
    }

    void selectAll() {
        new Actions(driver).keyDown(Keys.CONTROL).sendKeys("a").keyUp(Keys.CONTROL).perform();
    }

    /** Enters a text in one step where the focus is, as an input method does. */
    void insert(String text) {
        driver.executeCdpCommand("Input.insertText", Map.of("text", text));
    }

    /**
     * Presses Tab until the focus is on what the script is true for, given the element with the
     * focus as {@code it}.
     */
    void tabTo(String what, String script) {
        for (var presses = 0; presses < 60; presses++) {
            type(Keys.TAB);
            if (holds("const it = document.activeElement; return " + script)) {
                return;
            }
        }
        throw new AssertionError("Tab never reaches " + what);
    }

    Object script(String script, @Nullable Object... arguments) {
        return Objects.requireNonNull(driver.executeScript(script, arguments), script);
    }

    boolean holds(String script) {
        return Boolean.TRUE.equals(driver.executeScript(script));
    }

    /**
     * Whether the page is wider than the screen, so that it has to be pushed sideways to be read.
     */
    boolean overflows() {
        return holds(
                "const page = document.documentElement; return page.scrollWidth > page.clientWidth"
                        + " || document.body.scrollWidth > document.body.clientWidth");
    }

    /** A console entry that this test brings about, as a regular expression that is found in it. */
    void expectInConsole(String entry) {
        expected.add(Pattern.compile(entry));
    }

    /**
     * What the console says that nobody expects: errors, and whatever the content security policy
     * stopped.
     */
    List<String> complaints() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry ->
                        entry.getLevel().intValue() >= Level.WARNING.intValue()
                                || entry.getMessage().contains("Content Security"))
                .map(entry -> entry.getMessage())
                .filter(message ->
                        expected.stream().noneMatch(pattern -> pattern.matcher(message).find()))
                .toList();
    }

    byte[] screenshot() {
        return driver.getScreenshotAs(OutputType.BYTES);
    }

    void close() {
        driver.quit();
        try (Stream<Path> files = Files.walk(profile)) {
            files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
        } catch (IOException | UncheckedIOException e) {
            // Chromium was still writing there; the system clears its folder for temporary files
        }
    }

    private <T> T awaited(Supplier<String> what, Supplier<@Nullable T> condition) {
        var wait = new WebDriverWait(driver, patience, LOOK_AGAIN);
        wait.ignoring(StaleElementReferenceException.class, NoSuchElementException.class);
        try {
            return Objects.requireNonNull(wait.until(ignored -> condition.get()));
        } catch (TimeoutException e) {
            throw new AssertionError("Waited %s for %s".formatted(patience, what.get()), e);
        }
    }

    private static File command(String name) {
        return Stream.of(System.getenv().getOrDefault("PATH", "/usr/bin").split(File.pathSeparator))
                .map(folder -> new File(folder, name))
                .filter(File::canExecute)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(name + " is not installed"));
    }
}
