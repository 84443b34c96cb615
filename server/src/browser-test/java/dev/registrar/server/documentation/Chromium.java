package dev.registrar.server.documentation;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Runs the Chromium that is installed on this machine. */
public final class Chromium implements AutoCloseable {
    /** A host name that resolves to this machine, but that the browser does not treat as local. */
    public static final String OTHER_NAME = "registrar.example.edu";

    /** Maven activates the profile "browser" when this file exists. */
    private static final Path PROGRAM = Path.of("/usr/bin/chromium");

    /** How long an assertion waits for the page. */
    private static final int TIMEOUT_MILLIS = 30_000;

    private final Playwright playwright =
            Playwright.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    private final Browser browser = playwright
            .chromium()
            .launch(new BrowserType.LaunchOptions()
                    .setExecutablePath(PROGRAM)
                    .setArgs(List.of(
                            "--no-sandbox",
                            "--disable-background-networking",
                            // Less CPU time: there is no GPU to use, and scripts run too briefly to be optimized.
                            "--disable-gpu",
                            "--js-flags=--no-opt",
                            // The second list: a process for each window, for suggestions in its address bar. The
                            // first is from Playwright, whose own option this one replaces.
                            "--disable-features=HttpsUpgrades,PaintHolding,Translate,"
                                    + "WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup",
                            "--host-resolver-rules=MAP %s 127.0.0.1".formatted(OTHER_NAME))));

    public Chromium() {
        PlaywrightAssertions.setDefaultAssertionTimeout(TIMEOUT_MILLIS);
    }

    /** Opens the documentation page of a service; the page may send requests only to that service and these other origins. */
    DocumentationPage open(String url, String... otherOrigins) {
        return new DocumentationPage(newPage(), url, otherOrigins);
    }

    /** Opens an empty page that shares nothing with other pages. */
    public Page newPage() {
        return browser.newContext().newPage();
    }

    /** Navigates to an empty page at this URL, as if a proxy served it beside the service. */
    public static void openEmpty(Page page, String url) {
        page.route(
                url,
                route -> route.fulfill(new Route.FulfillOptions()
                        .setContentType("text/html")
                        .setBody("<!doctype html><title>Portal</title>")));
        page.navigate(url);
    }

    /** Opens any URL in a tab. */
    Page openTab(String url) {
        var tab = browser.newContext().newPage();
        tab.navigate(url);
        return tab;
    }

    @Override
    public void close() {
        playwright.close();
    }
}
