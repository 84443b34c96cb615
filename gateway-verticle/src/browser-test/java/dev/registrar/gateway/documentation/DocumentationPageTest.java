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

/** What people do on the interactive documentation page. */
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
    void every_operation_is_shown_without_a_complaint_of_the_browser(Service service) {
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
    void it_fits_any_window_with_a_margin_and_shows_the_version_of_the_contract(Service service) {
        open(service.url());
        assertThat(documentation.operation("Open a session.")).isVisible();
        for (var width : List.of(390, 1280, 1920)) {
            documentation.expectTidyLayout(width);
            assertThat(documentation.page().getByText("1.0.0")).isVisible();
        }
    }

    /** A browser tells this machine what a request is for, and no other one that it reaches without TLS. */
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", Chromium.OTHER_NAME})
    void without_credentials_the_page_shows_401_and_the_browser_asks_for_no_password(String host, Service service) {
        open(service.url().replace("127.0.0.1", host));
        var dialogs = documentation.watchForLoginDialogs();
        documentation.tryOut("Read a page of the courses.", "401");
        assertThat(dialogs).isEmpty();
    }

    @Test
    void a_person_authorizes_and_tries_find_courses_out_with_the_media_type_that_is_described(Service service) {
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
