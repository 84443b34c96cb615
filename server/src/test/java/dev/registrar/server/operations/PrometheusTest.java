package dev.registrar.server.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Exposition;
import dev.registrar.server.testing.Program;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.document.CodeBlock;
import dev.registrar.testing.Await;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus uses the files of deploy and what metrics.md says. */
@EnabledIf(
        value = "dev.registrar.server.operations.Prometheus#isInstalled",
        disabledReason = "Needs /usr/bin/prometheus and /usr/bin/promtool")
class PrometheusTest {
    /** In the legend of a panel. */
    private static final Pattern LABEL = Pattern.compile("\\{\\{(\\w+)}}");

    private static final String MISSING = "no such label";

    @TempDir
    private Path directory;

    private static List<CodeBlock> blocks(String language) throws IOException {
        return CodeBlock.of("docs/metrics.md").stream()
                .filter(block -> block.is(language))
                .toList();
    }

    /** The configuration in metrics.md, for this service and quicker. */
    private Path configuration(Service service) throws IOException {
        var documented = blocks("yaml").get(0).text();
        Files.copy(MonitoringFiles.ALERTS, directory.resolve("alerts.yaml"));
        var port = Integer.toString(service.operationsPort());
        return Files.writeString(
                directory.resolve("prometheus.yml"),
                documented.replace("8081", port).replace("15s", "500ms"));
    }

    @Test
    void prometheus_scrapes_a_node_evaluates_the_rules_has_data_for_the_dashboard_and_no_objection_to_names_and_units()
            throws Exception {
        try (var service = Service.start("operations", new JsonObject().put("metrics", true));
                var prometheus = Prometheus.start(configuration(service), directory)) {
            Await.until(
                    "the node is scraped", () -> !prometheus.query("up == 1").isEmpty());
            Await.until(
                    "the rules have been evaluated", () -> healths(prometheus).equals(Set.of("ok")));
            assertThat(prometheus.rules()).hasSameSizeAs(MonitoringFiles.rules());
            service.reader().get("/v1/courses/").expectStatus(200);
            service.reader().get("/v1/unknown/").expectStatus(404);
            System.gc();
            for (var target : MonitoringFiles.targets()) {
                expectData(prometheus, target);
            }
            for (var block : blocks("promql")) {
                Await.until(block.text(), () -> !prometheus.query(block.text()).isEmpty());
            }
            var metrics = directory.resolve("metrics");
            Files.write(metrics, Exposition.of(service.operations()).lines());
            assertThat(objections(metrics)).noneMatch(objection -> objection.startsWith("registrar_"));
        }
    }

    /** Without webhooks, there is nothing to show about them. */
    private static void expectData(Prometheus prometheus, JsonObject target) {
        var expression =
                target.getString("expr").replace("$__rate_interval", "1m").replace("$instance", ".*");
        if (!expression.contains("registrar_webhook_")) {
            Await.until(expression, () -> !prometheus.query(expression).isEmpty());
        }
        assertThat(prometheus.query(expression).stream()
                        .map(series -> legend(target.getString("legendFormat"), series.getJsonObject("metric"))))
                .as(expression)
                .doesNotHaveDuplicates()
                .noneMatch(legend -> legend.contains(MISSING));
    }

    private static String legend(String format, JsonObject labels) {
        return LABEL.matcher(format).replaceAll(name -> labels.getString(name.group(1), MISSING));
    }

    private static Set<String> healths(Prometheus prometheus) {
        return prometheus.rules().stream().map(rule -> rule.getString("health")).collect(Collectors.toSet());
    }

    /** What promtool objects to in metrics, one in a line that begins with the name of the metric. */
    private static List<String> objections(Path metrics) throws IOException {
        var tool = new ProcessBuilder("promtool", "check", "metrics")
                .redirectErrorStream(true)
                .redirectInput(metrics.toFile())
                .start();
        var output = new String(tool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(output).doesNotContain("error while");
        return output.lines().toList();
    }

    @Test
    void the_alerts_fire_when_they_should_and_only_then() throws Exception {
        Program.run(directory, Map.of(), "promtool", "check", "rules", absolute(MonitoringFiles.ALERTS));
        Program.run(directory, Map.of(), "promtool", "test", "rules", absolute(MonitoringFiles.ALERTS_TEST));
    }

    private static String absolute(Path file) {
        return file.toAbsolutePath().toString();
    }
}
