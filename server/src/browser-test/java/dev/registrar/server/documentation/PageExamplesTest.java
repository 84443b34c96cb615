package dev.registrar.server.documentation;

import com.microsoft.playwright.ConsoleMessage;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.document.CodeBlock;
import dev.registrar.server.testing.document.JavaScriptExamples;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The JavaScript of the cookbook that is for a page, run in a page of the service. */
@ExtendWith(ServiceExtension.class)
class PageExamplesTest {
    @Test
    void the_javascript_for_a_page_prints_what_its_comments_say(Service service) throws IOException {
        var examples = new JavaScriptExamples(CodeBlock.of("docs/cookbook.md"), "js browser");
        List<String> printed = new ArrayList<>();
        try (var chromium = new Chromium()) {
            var tab = chromium.openTab(service.url() + "/v1/openapi/cookbook");
            tab.onConsoleMessage(message -> add(printed, message));
            tab.evaluate("async () => {%s}".formatted(examples.script()));
        }
        examples.expectPrinted(String.join("\n", printed));
    }

    /** The browser also reports responses with an error status. */
    private static void add(List<String> printed, ConsoleMessage message) {
        if (message.type().equals("log")) {
            printed.add(message.text());
        }
    }
}
