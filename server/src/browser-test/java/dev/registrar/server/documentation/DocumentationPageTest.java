package dev.registrar.server.documentation;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page.EmulateMediaOptions;
import com.microsoft.playwright.options.ColorScheme;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The interactive documentation page, used as a person uses it. */
@ExtendWith(ServiceExtension.class)
class DocumentationPageTest {
    private static final Chromium CHROMIUM = new Chromium();

    /** The parameters of courses that are shown at first. */
    private static final String[] MOST_USED = {
        "filter[search]",
        "filter[course_identifier]",
        "filter[course_name]",
        "page[size]",
        "page[number]",
        "sort",
        "include"
    };

    private static final Pattern ALL_PARAMETERS = Pattern.compile("Show \\d+ more parameters");

    private DocumentationPage documentation;

    private void open(String url) {
        documentation = CHROMIUM.open(url);
    }

    @AfterEach
    void close_the_page() {
        documentation.close();
    }

    @AfterAll
    static void close_the_browser() {
        CHROMIUM.close();
    }

    @Test
    void the_page_shows_every_operation_without_warnings_of_the_browser(Service service) {
        open(service.url());
        assertThat(documentation.page()).hasTitle("Registrar API");
        assertThat(documentation.page().locator("header")).containsText("register people for courses");
        assertThat(documentation.operation("Read a page of the courses.")).isVisible();
        assertThat(documentation.operation("Register a person for a course.")).isVisible();
        assertThat(documentation.operation("Open a session.")).isVisible();
        documentation.openForm("Read a page of the courses.");
        documentation.openForm("Read a page of the course terms.");
        documentation.openForm("Read a page of the registrations.");
        documentation.expectNoComplaints();
    }

    @Test
    void the_header_stands_above_the_content_at_any_window_width_and_nothing_scrolls_sideways(Service service) {
        open(service.url());
        assertThat(documentation.operation("Open a session.")).isVisible();
        for (var width : List.of(390, 1280, 1920)) {
            var layout = PageLayout.of(documentation, width);
            layout.expectHeaderAboveContent();
            layout.expectNoHorizontalScrolling();
            assertThat(documentation.page().getByText("1.0.0")).isVisible();
            layout.takeScreenshot("page");
        }
    }

    @Tag("faults")
    @Test
    void every_operation_opens_to_at_most_two_screens_and_fits_a_phone(Service service) {
        open(service.url());
        assertThat(documentation.operation("Open a session.")).isVisible();
        var screens = PageLayout.of(documentation, 1280).openEachOperation();
        assertThat(screens)
                .hasSizeGreaterThan(20)
                .allSatisfy((operation, size) -> assertThat(size.get(0))
                        .as("the height of " + operation)
                        .isLessThanOrEqualTo(2 * PageLayout.WINDOW_HEIGHT));
        var phone = PageLayout.of(documentation, 390).openEachOperation();
        assertThat(phone)
                .hasSameSizeAs(screens)
                .allSatisfy((operation, size) -> assertThat(size.get(1))
                        .as("the width of the page with " + operation)
                        .isEqualTo(390));
    }

    @Tag("faults")
    @Test
    void an_operation_fits_a_phone_also_while_it_is_tried_out(Service service) {
        open(service.url());
        Map<String, String> operations = Map.of(
                "list", "Read a page of the courses.",
                "create", "Register a person for a course.",
                "item", "Read one course.",
                "related", "Read a page of the course terms of a course.",
                "session", "Open a session.");
        operations.values().forEach(documentation::openForm);
        for (var width : List.of(1280, 390)) {
            var layout = PageLayout.of(documentation, width);
            layout.expectNoHorizontalScrolling();
            operations.forEach((name, summary) -> layout.takeScreenshot(documentation.operation(summary), name));
        }
    }

    @Test
    void an_operation_shows_the_most_used_parameters_and_on_request_all_of_them(Service service) {
        open(service.url());
        var operation = documentation.open("Read a page of the courses.");
        var names = operation.locator(".parameter__name");
        assertThat(names).hasText(MOST_USED);
        operation.getByText(ALL_PARAMETERS).click();
        assertThat(operation.getByText("page[after]", new Locator.GetByTextOptions().setExact(true)))
                .isVisible();
        assertThat(names.first()).hasText(MOST_USED[0]);
        documentation.expectNoComplaints();
    }

    @Test
    void an_operation_shows_one_example_and_folds_its_errors_which_lead_to_the_page_of_error_codes(Service service) {
        open(service.url());
        var operation = documentation.open("Register a person for a course.");
        assertThat(operation.locator("tr.response")).hasCount(2);
        assertThat(operation.locator("tr.response .highlight-code")).hasCount(1);
        var code = operation.getByText("value_too_long");
        assertThat(code).isHidden();
        operation.locator(".error-responses summary").click();
        code.click();
        assertThat(documentation.page()).hasTitle("Error codes - Registrar");
        assertThat(documentation.page().locator("#value_too_long")).isInViewport();
    }

    @Test
    void the_links_of_the_header_lead_to_operations_and_to_pages_that_exist(Service service) {
        open(service.url());
        var tasks = documentation.page().locator("header nav").first();
        for (var task : Map.of("Drop a course", "Delete a registration.", "Find courses", "Read a page of the courses.")
                .entrySet()) {
            tasks.getByText(task.getKey()).click();
            assertThat(documentation.operation(task.getValue()).getByText("Try it out"))
                    .isInViewport();
        }
        var pages = documentation.page().locator("header nav").last().locator("a");
        assertThat(pages).containsText(new String[] {"Tutorial", "Error codes", "Ways to integrate"});
        assertThat(pages.all())
                .allSatisfy(link ->
                        service.anonymous().get(link.getAttribute("href")).expectStatus(200));
    }

    @Test
    void the_page_is_dark_where_the_operating_system_is(Service service) {
        open(service.url());
        var html = documentation.page().locator("html");
        assertThat(html).hasCSS("background-color", "rgba(0, 0, 0, 0)");
        documentation.page().emulateMedia(new EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
        assertThat(html).hasCSS("background-color", "rgb(28, 32, 34)");
    }

    /** A default page number, which the form would send too, cannot be combined with a cursor. */
    @Test
    void a_cursor_can_be_tried_out(Service service) {
        open(service.url());
        documentation.logIn("reader");
        var operation = documentation.openForm("Read a page of the courses.");
        operation.getByText(ALL_PARAMETERS).click();
        operation
                .locator("tr[data-param-name='page[after]'] input[type=checkbox]")
                .check();
        documentation.execute(operation, "200");
    }

    /** Ending a session is a change, which needs the CSRF token. */
    @Test
    void a_session_opened_on_the_page_can_send_changes(Service service) {
        open(service.url());
        documentation.logIn("reader");
        documentation.tryOut("Open a session.", "200");
        documentation.logOut();
        documentation.tryOut("End the session.", "204");
    }

    /** Without TLS, browsers send {@code Sec-Fetch} headers only to this machine, not to other hosts. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", Chromium.OTHER_NAME})
    void a_request_without_credentials_shows_401_and_opens_no_password_dialog(String host, Service service) {
        open(service.url().replace("127.0.0.1", host));
        var dialogs = documentation.watchForLoginDialogs();
        documentation.tryOut("Read a page of the courses.", "401");
        assertThat(dialogs).isEmpty();
    }

    @Test
    void an_authorized_user_can_try_find_courses_with_the_json_api_media_type(Service service) {
        open(service.url());
        documentation.logIn("reader");
        var sent = documentation.tryOut("Read a page of the courses.", "200");
        assertThat(sent.headerValue("Accept")).isEqualTo("application/vnd.api+json");
        documentation.expectNoComplaints();
    }
}
