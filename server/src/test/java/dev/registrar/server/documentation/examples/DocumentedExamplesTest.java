package dev.registrar.server.documentation.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.registrar.server.development.DevelopmentService;
import dev.registrar.server.testing.Program;
import dev.registrar.server.testing.document.CodeBlock;
import dev.registrar.server.testing.document.JavaScriptExamples;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The commands and the JavaScript of the documentation, run against the service that a newcomer starts. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "The commands are for a POSIX shell")
class DocumentedExamplesTest {
    private static final String README = "README.md";
    private static final String TUTORIAL = "docs/tutorial.md";
    private static final String COOKBOOK = "docs/cookbook.md";
    private static final String REGISTRATION_WEEK = "docs/registration-week.md";
    private static final String CLIENTS = "docs/clients.md";
    private static final String POSTGRESQL = "docs/postgresql.md";

    /** Where {@code .ci/client-libraries} installs the client libraries. */
    private static final Path CLIENT_LIBRARIES = Path.of("..", "target", "client-libraries");

    @TempDir
    private static Path data;

    private static DevelopmentService service;

    @TempDir
    private Path folder;

    /** The pages show what a registration is after its enrollment, however slow this machine is. */
    @BeforeAll
    static void a_running_service() {
        service = DevelopmentService.start(
                data,
                Map.of(
                        "REGISTRAR_HTTP_REPLY_TIMEOUT", "20 s",
                        "REGISTRAR_ENROLLMENT_SYNC_WINDOW", "15 s"));
    }

    @AfterAll
    static void stop() {
        service.end("TERM");
    }

    /** Returns the code blocks of a page, for this service. */
    private static List<CodeBlock> blocks(String page) throws IOException {
        return CodeBlock.of(page).stream().map(block -> block.at(service.url())).toList();
    }

    /** Commands for Maven and the start script are not for this test. */
    private static boolean isForThisService(CodeBlock block) {
        return !block.is("sh") || Stream.of("curl", "$api", "api=").anyMatch(block.text()::contains);
    }

    private static void runWithNode(String page, Path folder) throws IOException, InterruptedException {
        assumeTrue(Program.isInstalled("node"), "Node.js is not installed");
        var examples = new JavaScriptExamples(blocks(page), "js");
        var file = Files.writeString(folder.resolve("example.mjs"), examples.script());
        examples.expectPrinted(Program.run("node", file));
    }

    @ParameterizedTest
    @ValueSource(strings = {README, TUTORIAL, COOKBOOK, REGISTRATION_WEEK})
    void the_commands_of_a_page_print_what_it_shows(String page) throws Exception {
        assumeTrue(Stream.of("bash", "curl", "jq").allMatch(Program::isInstalled), "bash, curl or jq is not installed");
        var commands = blocks(page).stream()
                .filter(DocumentedExamplesTest::isForThisService)
                .toList();
        new ShellExamples(commands, folder).run();
    }

    /** A shell that does not read comments from a terminal, such as zsh, takes them as arguments. */
    @ParameterizedTest
    @ValueSource(strings = {README, TUTORIAL, COOKBOOK, REGISTRATION_WEEK, CLIENTS, POSTGRESQL})
    void the_commands_of_a_page_can_be_pasted_into_any_shell(String page) throws IOException {
        assertThat(blocks(page))
                .filteredOn(block -> block.is("sh"))
                .isNotEmpty()
                .allSatisfy(block -> assertThat(block.text()).doesNotContainPattern("(^|\\s)#"));
    }

    @ParameterizedTest
    @ValueSource(strings = {TUTORIAL, COOKBOOK})
    void the_javascript_of_a_page_prints_what_its_comments_say(String page) throws Exception {
        runWithNode(page, folder);
    }

    @Test
    void the_examples_of_the_client_libraries_print_what_their_comments_say() throws Exception {
        assumeTrue(
                Files.isDirectory(CLIENT_LIBRARIES.resolve("node_modules")), ".ci/client-libraries has not been run");
        runWithNode(CLIENTS, CLIENT_LIBRARIES.toRealPath());
    }
}
