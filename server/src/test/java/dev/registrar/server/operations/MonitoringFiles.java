package dev.registrar.server.operations;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The files in conf for Prometheus and Grafana. */
final class MonitoringFiles {
    static final Path ALERTS = Path.of("../deploy/prometheus/alerts.yaml");
    static final Path ALERTS_TEST = Path.of("src/test/resources/prometheus/alerts-test.yaml");
    private static final Path DASHBOARD = Path.of("../deploy/grafana/dashboard.json");

    /** A name in an expression; those of functions, labels and operators have no such prefix. */
    private static final Pattern METRIC = Pattern.compile("\\b(?:registrar|jvm|process|system)_[a-z_]+");

    private MonitoringFiles() {}

    /** The rules for alerts. */
    static List<JsonObject> rules() throws IOException {
        var yaml = new YAMLMapper().readTree(Files.readString(ALERTS));
        List<JsonObject> rules = new ArrayList<>();
        for (var group : yaml.get("groups")) {
            for (var rule : group.get("rules")) {
                rules.add(new JsonObject(new ObjectMapper().writeValueAsString(rule)));
            }
        }
        return rules;
    }

    static JsonObject dashboard() throws IOException {
        return new JsonObject(Files.readString(DASHBOARD));
    }

    static List<JsonObject> panels() throws IOException {
        return dashboard().getJsonArray("panels").stream()
                .map(JsonObject.class::cast)
                .toList();
    }

    /** The queries of all panels. */
    static List<JsonObject> targets() throws IOException {
        return panels().stream()
                .filter(panel -> panel.containsKey("targets"))
                .flatMap(panel -> panel.getJsonArray("targets").stream())
                .map(JsonObject.class::cast)
                .toList();
    }

    /** The expressions of all panels. */
    static List<String> queries() throws IOException {
        return targets().stream().map(target -> target.getString("expr")).toList();
    }

    /** The names of the alerts that a test for promtool expects. */
    static Set<String> testedAlerts() throws IOException {
        Set<String> tested = new TreeSet<>();
        for (var test : new YAMLMapper().readTree(Files.readString(ALERTS_TEST)).get("tests")) {
            for (var check : test.get("alert_rule_test")) {
                if (!check.get("exp_alerts").isEmpty()) {
                    tested.add(check.get("alertname").asText());
                }
            }
        }
        return tested;
    }

    /** The names of all metrics in the rules and in the dashboard. */
    static Set<String> metrics() throws IOException {
        return Stream.concat(rules().stream().map(rule -> rule.getString("expr")), queries().stream())
                .flatMap(expression -> METRIC.matcher(expression).results())
                .map(name -> name.group())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
