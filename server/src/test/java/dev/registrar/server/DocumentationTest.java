package dev.registrar.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.error.ErrorCode;
import dev.registrar.server.testing.document.CodeBlock;
import dev.registrar.server.testing.source.ProjectFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The tables of the documentation agree with the code and the tests. */
class DocumentationTest {
    private static final Path ROOT = Path.of("..");

    /** Returns the cells of each table row of a page, without the header rows. */
    private static List<List<String>> rows(String page) throws IOException {
        return Files.readAllLines(ROOT.resolve(page)).stream()
                .filter(line -> line.startsWith("| "))
                .map(line -> Arrays.stream(line.substring(1, line.length() - 1).split("\\|", -1))
                        .map(String::trim)
                        .toList())
                .filter(cells -> !cells.get(0).equals("code"))
                .toList();
    }

    /** Returns the sources of the test classes by their names, which classes of several modules may have in common. */
    private static Map<String, String> testSources() {
        return ProjectFiles.endingWith("Test.java")
                .filter(file -> file.toString().contains("/src/test/java/"))
                .collect(Collectors.toMap(
                        file -> file.getFileName().toString().replace(".java", ""),
                        DocumentationTest::read,
                        String::concat));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The default, 30 s, is what a sender would wait when a message or its reply is lost. */
    @Test
    void every_request_on_the_event_bus_that_a_page_shows_has_a_timeout() throws IOException {
        for (var page : List.of("docs/joining.md", "docs/event-bus.md")) {
            var sending = CodeBlock.of(page).stream()
                    .map(CodeBlock::text)
                    .filter(text -> text.contains("eventBus()") && text.contains(">request("))
                    .toList();
            assertThat(sending)
                    .isNotEmpty()
                    .allSatisfy(text -> assertThat(text).containsPattern("setSendTimeout\\([345]_000\\)"));
        }
    }

    @Test
    void the_table_of_error_codes_lists_every_code_with_its_status() throws IOException {
        Map<String, String> documented = new TreeMap<>();
        rows("docs/errors.md").forEach(cells -> documented.put(cells.get(0).replace("`", ""), cells.get(1)));
        Map<String, String> existing = new HashMap<>();
        for (var code : ErrorCode.values()) {
            existing.put(code.code(), Integer.toString(code.status()));
        }
        assertThat(documented).isEqualTo(existing);
    }

    @Test
    void every_error_code_that_a_client_can_cause_occurs_in_a_test() throws IOException {
        var sources = String.join("", testSources().values());
        assertThat(ErrorCode.values())
                .filteredOn(code -> code != ErrorCode.INTERNAL_ERROR)
                .allSatisfy(code -> assertThat(sources).containsPattern("\\b" + code.code() + "\\b"));
    }
}
