package dev.registrar.gateway.documentation;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The interactive documentation page, used as a person uses it. */
@ExtendWith(ServiceExtension.class)
class DocumentationPageTest {
    private static final Chromium CHROMIUM = new Chromium();

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
    void the_page_fits_any_window_width_and_shows_the_version_of_the_contract(Service service) {
        open(service.url());
        assertThat(documentation.operation("Open a session.")).isVisible();
        for (var width : List.of(390, 1280, 1920)) {
            documentation.expectTidyLayout(width);
            assertThat(documentation.page().getByText("1.0.0")).isVisible();
        }
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
        var basic = documentation.authorization("Basic");
        basic.locator("input[name=username]").fill("reader");
        basic.locator("input[type=password]").fill("reader");
        basic.locator("button.authorize").click();
        documentation.closeDialog();
        var sent = documentation.tryOut("Read a page of the courses.", "200");
        assertThat(sent.headerValue("Accept")).isEqualTo("application/vnd.api+json");
        documentation.expectNoComplaints();
    }
}
