package dev.registrar.server.documentation.examples;

import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.registrar.server.testing.Program;
import dev.registrar.server.testing.document.CodeBlock;
import dev.registrar.server.testing.eventbus.DecidedService;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples that wait for an outcome end when there is none to wait for, and the service says why. */
class WaitingExamplesTest {
    private static final String TUTORIAL = "docs/tutorial.md";
    private static final String COOKBOOK = "docs/cookbook.md";

    private static final String PLACE = "You are number 17 on the waiting list.";

    /** The state of the process that is shown, and why. */
    private static final Map<String, String> REASONS =
            Map.of("retrying", PLACE, "abandoned", DecidedService.NO_DECISION_REASON);

    @AutoClose
    private static DecidedService enrollment;

    @TempDir
    private Path folder;

    @BeforeAll
    static void a_service_whose_decider_is_the_test() throws Exception {
        enrollment =
                DecidedService.start(new JsonObject().put("max-attempts", 1).put("outage-timeout", "0 s"));
    }

    private static void decideSuchThatItIs(String process) {
        enrollment.decideAlways(
                process.equals("abandoned")
                        ? DecidedService.NO_DECISION
                        : DecidedService.LATER.copy().put("reason", PLACE).put("retry_after", 86_400));
    }

    @BeforeEach
    void programs() {
        assumeTrue(Program.isInstalled("node") && Program.isInstalled("bash"), "node or bash is not installed");
    }

    /** Returns the first lines of a page and its block with this text. */
    private static String examples(String page, String language, String text) throws IOException {
        var own = CodeBlock.of(page).stream()
                .filter(block -> block.is(language))
                .map(block -> block.at(enrollment.service().url()).text())
                .toList();
        return own.stream()
                .filter(block -> block.equals(own.get(0)) || block.contains(text))
                .collect(Collectors.joining());
    }

    private JsonNode printedBy(String program, String script) throws IOException, InterruptedException {
        var file = Files.writeString(folder.resolve("example.mjs"), script);
        return new JsonMapper().readTree(Program.run(program, file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"retrying", "abandoned"})
    void the_function_of_the_cookbook_returns_the_reason(String process) throws Exception {
        decideSuchThatItIs(process);
        var function = examples(COOKBOOK, "js", "async function register").split("const choir", 2)[0];
        var outcome = printedBy("node", function + """
                console.log(JSON.stringify(await register('%s', '%s')));
                """.formatted(unique("cookbook"), enrollment.course()));
        assertThat(outcome.path("outcome").asText()).isEqualTo(process);
        assertThat(outcome.path("detail").asText()).isEqualTo(REASONS.get(process));
    }

    @ParameterizedTest
    @ValueSource(strings = {"retrying", "abandoned"})
    void the_javascript_of_the_tutorial_ends(String process) throws Exception {
        decideSuchThatItIs(process);
        var accepted = enrollment.registerLater(unique("tutorial"));
        var loop = examples(TUTORIAL, "js", "accepted.headers.get('Location')")
                .replaceFirst("\\nconsole\\.log\\(.*\\).*\\n$", "\n");
        var registration = printedBy(
                "node",
                loop.replace("const url", """
                const accepted = await fetch('%s', { headers });
                const url""".formatted(accepted.header("Location")))
                                .replace("accepted.headers.get('Location')", "accepted.url")
                        + "console.log(JSON.stringify(registration));");
        expectReason(process, registration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"retrying", "abandoned"})
    void the_command_of_the_tutorial_ends(String process) throws Exception {
        decideSuchThatItIs(process);
        var accepted = enrollment.registerLater(unique("tutorial"));
        var loop = examples(TUTORIAL, "sh", "while")
                .replaceFirst("(?m)^registration=.*$", "registration=" + accepted.id());
        expectReason(process, printedBy("bash", loop).path("data"));
    }

    private static void expectReason(String process, JsonNode registration) {
        assertThat(registration.at("/attributes/enrollment").asText()).isEqualTo("pending");
        assertThat(registration.at("/meta/enrollment/process").asText()).isEqualTo(process);
        assertThat(registration.at("/meta/enrollment/reason").asText()).isEqualTo(REASONS.get(process));
    }
}
