package dev.registrar.server.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.contract.pages.MarkdownPage;
import dev.registrar.platform.operations.ClassPathFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The rules for alerts, the dashboard and the runbook agree with each other. */
class MonitoringFilesTest {
    private static final Pattern SECTION = Pattern.compile("(?m)^## (\\w+)$");

    private static List<String> sections() throws IOException {
        return SECTION.matcher(Files.readString(Path.of("../docs/runbook.md")))
                .results()
                .map(section -> section.group(1))
                .toList();
    }

    @Test
    void each_alert_has_its_section_of_the_runbook_in_the_order_of_the_rules() throws IOException {
        assertThat(MonitoringFiles.rules().stream().map(rule -> rule.getString("alert")))
                .isNotEmpty()
                .containsExactlyElementsOf(sections());
    }

    @Test
    void each_alert_has_a_summary_a_severity_and_a_link_to_its_section() throws IOException {
        assertThat(MonitoringFiles.rules()).allSatisfy(rule -> {
            var annotations = rule.getJsonObject("annotations");
            assertThat(annotations.getString("summary")).as(rule.encode()).isNotBlank();
            assertThat(rule.getJsonObject("labels").getString("severity"))
                    .as(rule.encode())
                    .isIn("page", "ticket");
            assertThat(annotations.getString("runbook_url"))
                    .isEqualTo("http://127.0.0.1:8080" + MarkdownPage.RUNBOOK.path() + "#"
                            + rule.getString("alert").toLowerCase(Locale.ROOT));
        });
    }

    @Test
    void the_service_serves_each_section_of_the_runbook() throws IOException {
        var page = ClassPathFile.read("documentation/pages/" + MarkdownPage.RUNBOOK.file())
                .toString(StandardCharsets.UTF_8);
        assertThat(sections())
                .allSatisfy(
                        section -> assertThat(page).contains("id=\"%s\"".formatted(section.toLowerCase(Locale.ROOT))));
    }

    @Test
    void each_alert_has_a_test_in_which_it_fires() throws IOException {
        assertThat(MonitoringFiles.testedAlerts()).containsExactlyInAnyOrderElementsOf(sections());
    }

    @Test
    void every_panel_of_the_dashboard_has_a_place_of_its_own_and_a_query_for_the_chosen_nodes() throws IOException {
        var panels = MonitoringFiles.panels();
        assertThat(panels).hasSizeGreaterThan(20);
        assertThat(panels.stream().map(panel -> panel.getJsonObject("gridPos"))).doesNotHaveDuplicates();
        assertThat(panels.stream().map(panel -> panel.getInteger("id"))).doesNotHaveDuplicates();
        assertThat(MonitoringFiles.queries())
                .isNotEmpty()
                .allSatisfy(query -> assertThat(query).contains("{job=\"registrar\",instance=~\"$instance\""));
    }
}
