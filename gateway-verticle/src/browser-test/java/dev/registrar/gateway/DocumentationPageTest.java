package dev.registrar.gateway;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What people do on the interactive documentation page. */
@ExtendWith(ServiceExtension.class)
class DocumentationPageTest {
    private DocumentationPage documentation;

    @BeforeEach
    void open_the_page(Service service) {
        documentation = DocumentationPage.open(service.url());
    }

    @AfterEach
    void close_it() {
        documentation.close();
    }

    @Test
    void every_operation_is_shown_without_a_complaint_of_the_browser() {
        assertThat(documentation.page()).hasTitle("Registrar API");
        assertThat(documentation.page().locator("header")).containsText("register people for courses");
        assertThat(documentation.operation("Read a page of the courses.")).isVisible();
        assertThat(documentation.operation("Register a person for a course.")).isVisible();
        assertThat(documentation.operation("Open a session.")).isVisible();
        documentation
                .page()
                .screenshot(new Page.ScreenshotOptions()
                        .setPath(Path.of("target", "documentation-page.png"))
                        .setFullPage(true));
        documentation.expectNoComplaints();
    }

    @Test
    void a_person_authorizes_and_tries_find_courses_out() {
        var basic = documentation.authorization("Basic");
        basic.locator("input[name=username]").fill("reader");
        basic.locator("input[type=password]").fill("reader");
        basic.locator("button.authorize").click();
        documentation.closeDialog();
        documentation.tryOut("Read a page of the courses.", "200");
        documentation.expectNoComplaints();
    }
}
