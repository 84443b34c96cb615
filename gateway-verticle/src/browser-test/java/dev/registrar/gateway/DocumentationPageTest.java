package dev.registrar.gateway;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.AriaRole;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The interactive documentation page in a real Chromium, that of the machine. */
@ExtendWith(ServiceExtension.class)
class DocumentationPageTest {
    /** Whose presence turns the profile "browser" on. */
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");

    private static Playwright playwright;
    private static Browser browser;

    private final List<String> complaints = new CopyOnWriteArrayList<>();
    private Page page;

    @BeforeAll
    static void open_a_browser() {
        playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(CHROMIUM)
                        .setArgs(List.of("--no-sandbox", "--disable-background-networking")));
    }

    @AfterAll
    static void close_it() {
        browser.close();
        playwright.close();
    }

    @BeforeEach
    void open_the_page(Service service) {
        page = browser.newPage();
        page.onConsoleMessage(message -> {
            if (message.type().equals("error")) {
                complaints.add(message.text());
            }
        });
        page.onPageError(complaints::add);
        page.onRequest(request -> {
            if (!request.url().startsWith(service.url()) && !request.url().startsWith("data:")) {
                complaints.add("Asset from elsewhere: " + request.url());
            }
        });
        var response = page.navigate(service.url() + "/v1/openapi");
        assertThat(response.status()).isEqualTo(200);
        assertThat(response.request().redirectedFrom()).isNull();
    }

    private Locator operation(String summary) {
        return page.locator(".opblock").filter(new Locator.FilterOptions().setHasText(summary));
    }

    private Locator button(Locator within, String name) {
        return within.getByRole(
                AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name).setExact(true));
    }

    private void authorize(String user, String password) {
        page.locator(".btn.authorize").first().click();
        var basic = page.locator(".auth-container").filter(new Locator.FilterOptions().setHasText("Basic"));
        basic.locator("input[name=username]").fill(user);
        basic.locator("input[type=password]").fill(password);
        basic.locator("button.authorize").click();
        page.locator(".btn-done").first().click();
    }

    @Test
    void every_operation_is_shown_without_a_complaint_of_the_browser() {
        assertThat(page).hasTitle("Registrar API");
        assertThat(operation("Read a page of the courses.")).isVisible();
        assertThat(operation("Register a person for a course.")).isVisible();
        assertThat(operation("Open a session.")).isVisible();
        page.screenshot(new Page.ScreenshotOptions()
                .setPath(Path.of("target", "documentation-page.png"))
                .setFullPage(true));
        assertThat(complaints).isEmpty();
    }

    @Test
    void a_person_authorizes_and_tries_find_courses_out() {
        authorize("reader", "reader");
        var operation = operation("Read a page of the courses.");
        operation.locator(".opblock-summary").click();
        button(operation, "Try it out").click();
        button(operation, "Execute").click();
        assertThat(operation
                        .locator(".live-responses-table .response-col_status")
                        .nth(1))
                .containsText("200");
        assertThat(complaints).isEmpty();
    }
}
