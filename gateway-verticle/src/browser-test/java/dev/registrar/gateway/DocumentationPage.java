package dev.registrar.gateway;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.Request;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;

/** The interactive documentation page in a real Chromium, that of the machine, and what the browser complains of. */
final class DocumentationPage implements AutoCloseable {
    /** Whose presence turns the profile "browser" on. */
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

    private final Playwright playwright;
    private final Page page;
    private final List<String> origins;
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    private DocumentationPage(Playwright playwright, List<String> origins) {
        this.playwright = playwright;
        this.origins = origins;
        page = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(CHROMIUM)
                        .setArgs(List.of("--no-sandbox", "--disable-background-networking")))
                .newPage();
    }

    /** Opens the page of a service, which may ask that service and these other origins alone. */
    static DocumentationPage open(String url, String... otherOrigins) {
        var playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        var opened = new DocumentationPage(
                playwright, Stream.concat(Stream.of(url, "data:"), Stream.of(otherOrigins)).toList());
        opened.listen();
        var response = opened.page.navigate(url + "/v1/openapi");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.request().redirectedFrom()).isNull();
        return opened;
    }

    private void listen() {
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onRequest(this::noteForeign);
    }

    private void noteForeign(Request request) {
        if (origins.stream().noneMatch(request.url()::startsWith)) {
            complaints.add("Asset from elsewhere: " + request.url());
        }
    }

    Page page() {
        return page;
    }

    Locator operation(String summary) {
        return page.locator(".opblock").filter(new Locator.FilterOptions().setHasText(summary));
    }

    /** The part of the dialog for an authentication scheme, which is opened. */
    Locator authorization(String scheme) {
        page.locator(".btn.authorize").first().click();
        return page.locator(".auth-container").filter(new Locator.FilterOptions().setHasText(scheme));
    }

    void closeDialog() {
        page.locator(".btn-done").first().click();
    }

    /** Sends the request of an operation, and expects this status. */
    void tryOut(String summary, String status) {
        var operation = operation(summary);
        operation.locator(".opblock-summary").click();
        button(operation, "Try it out").click();
        button(operation, "Execute").click();
        assertThat(operation
                        .locator(".live-responses-table .response-col_status")
                        .nth(1))
                .containsText(status);
    }

    private static Locator button(Locator within, String name) {
        return within.getByRole(
                AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
    }

    void expectNoComplaints() {
        assertThat(complaints).isEmpty();
    }

    @Override
    public void close() {
        playwright.close();
    }
}
