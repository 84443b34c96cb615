package dev.registrar.server.documentation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.contract.pages.MarkdownPage;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The pages to read, in the windows of a telephone and of a computer. */
@ExtendWith(ServiceExtension.class)
class PagesLayoutTest {
    private static final Chromium CHROMIUM = new Chromium();

    @AfterAll
    static void close_the_browser() {
        CHROMIUM.close();
    }

    @ParameterizedTest
    @EnumSource
    void a_page_shows_the_address_of_the_service_and_fits_the_window(MarkdownPage page, Service service) {
        var tab = CHROMIUM.openTab(service.url() + "/v1/openapi/" + page.segment());
        assertThat(tab.locator("main").textContent())
                .doesNotContain("http://127.0.0.1:8080")
                .contains(page == MarkdownPage.TUTORIAL ? "api=" + service.url() + "/v1" : "");
        for (var width : List.of(390, 1280)) {
            tab.setViewportSize(width, 900);
            assertThat(tab.evaluate("document.documentElement.scrollWidth")).isEqualTo(width);
            var scripts = tab.locator("pre.sh + pre.js");
            if (scripts.count() > 0) {
                assertThat(scripts.first().boundingBox().x > width / 3.0).isEqualTo(width > 1000);
            }
        }
        tab.context().close();
    }
}
