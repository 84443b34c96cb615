package dev.registrar.gateway.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.document.CodeBlock;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** A real Prometheus uses the files of conf and what metrics.md says. */
@EnabledIf(
        value = "dev.registrar.gateway.operations.Prometheus#isInstalled",
        disabledReason = "Needs /usr/bin/prometheus and /usr/bin/promtool")
class PrometheusTest {
    @TempDir
    private Path directory;

    /** The configuration in metrics.md, for this service and quicker. */
    private Path configuration(Service service) throws IOException {
        var documented = CodeBlock.of("gateway-verticle/documentation/metrics.md").stream()
                .filter(block -> block.is("yaml"))
                .findFirst()
                .orElseThrow()
                .text();
        Files.copy(MonitoringFiles.ALERTS, directory.resolve("alerts.yaml"));
        var port = Integer.toString(service.operationsPort());
        return Files.writeString(
                directory.resolve("prometheus.yml"),
                documented.replace("8081", port).replace("15s", "500ms"));
    }

    @Test
    void prometheus_scrapes_a_node_evaluates_the_rules_and_has_data_for_the_dashboard() throws Exception {
        try (var service = Service.start("operations", new JsonObject().put("metrics", true));
                var prometheus = Prometheus.start(configuration(service), directory)) {
            Await.until(
                    "the node is scraped",
                    () -> prometheus.targets().stream()
                            .anyMatch(target -> target.getString("health").equals("up")));
            Await.until(
                    "the rules have been evaluated", () -> healths(prometheus).equals(Set.of("ok")));
            assertThat(prometheus.rules()).hasSameSizeAs(MonitoringFiles.rules());
            service.reader().get("/v1/courses/").expectStatus(200);
            Await.until(
                    "the request is in Prometheus",
                    () -> !prometheus
                            .query(
                                    "registrar_http_requests_seconds_count{job=\"registrar\",operation=\"find courses\"}")
                            .isEmpty());
            for (var query : MonitoringFiles.queries()) {
                var unused =
                        prometheus.query(query.replace("$__rate_interval", "1m").replace("$instance", ".*"));
            }
        }
    }

    private static Set<String> healths(Prometheus prometheus) {
        return prometheus.rules().stream().map(rule -> rule.getString("health")).collect(Collectors.toSet());
    }

    @Test
    void the_alerts_fire_when_they_should_and_only_then() throws Exception {
        Prometheus.check("check", "rules", MonitoringFiles.ALERTS.toString());
        Prometheus.check("test", "rules", "src/test/resources/prometheus/alerts-test.yaml");
    }
}
