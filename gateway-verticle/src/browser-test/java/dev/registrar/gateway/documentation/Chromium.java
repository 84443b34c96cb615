package dev.registrar.gateway.documentation;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** The Chromium of this machine. */
final class Chromium implements AutoCloseable {
    /** A name of this machine that the browser does not know as such. */
    static final String OTHER_NAME = "registrar.example.edu";

    /** Whose presence turns the profile "browser" on. */
    private static final Path PROGRAM = Path.of("/usr/bin/chromium");

    /** How long a page may take to show what is expected of it. */
    private static final int TIMEOUT_MILLIS = 30_000;

    private final Playwright playwright = Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    private final Browser browser = playwright
            .chromium()
            .launch(new BrowserType.LaunchOptions()
                    .setExecutablePath(PROGRAM)
                    .setArgs(List.of(
                            "--no-sandbox",
                            "--disable-background-networking",
                            "--host-resolver-rules=MAP %s 127.0.0.1".formatted(OTHER_NAME))));

    Chromium() {
        PlaywrightAssertions.setDefaultAssertionTimeout(TIMEOUT_MILLIS);
    }

    /** Opens the documentation page of a service, which may ask that service and these other origins alone. */
    DocumentationPage open(String url, String... otherOrigins) {
        return new DocumentationPage(browser.newContext().newPage(), url, otherOrigins);
    }

    @Override
    public void close() {
        playwright.close();
    }
}
