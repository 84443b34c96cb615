package dev.registrar.server.deployment;

import static dev.registrar.server.deployment.KubernetesManifests.container;
import static dev.registrar.server.deployment.KubernetesManifests.list;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.configuration.ConfigurationFolder;
import dev.registrar.server.node.RequiredSettings;
import dev.registrar.server.node.Roles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The manifests in deploy/kubernetes agree with each other, with the image and with the configuration of the service. */
class KubernetesManifestsTest {
    private static final Path IMAGE = Path.of("../deploy/container/Containerfile");
    private static final Path PAGE = Path.of("../docs/deployment.md");

    /** The values that Kubernetes would get from Secrets and from the Pod. */
    private static final Map<String, String> REFERENCES = Map.of(
            "database-uri", "postgresql://registrar@postgresql.example.edu/registrar",
            "cluster-secret", "nodes of a deployment",
            "status.podIP", "10.244.1.7");

    @TempDir
    private Path folder;

    private KubernetesManifests manifests;
    private JsonNode pod;
    private Configuration configuration;

    @BeforeEach
    void read() throws IOException {
        manifests = KubernetesManifests.read();
        pod = manifests.only("Deployment").at("/spec/template");
        var files = manifests.only("ConfigMap").path("data").fields();
        while (files.hasNext()) {
            var file = files.next();
            Files.writeString(folder.resolve(file.getKey()), file.getValue().asText());
        }
        configuration =
                Configuration.load(ConfigurationFolder.of(Optional.of(folder)), environment(pod), new Properties());
    }

    private static Map<String, String> environment(JsonNode pod) {
        Map<String, String> environment = new HashMap<>();
        for (var variable : container(pod).path("env")) {
            var source = variable.path("valueFrom");
            var reference = source.at("/secretKeyRef/key").asText()
                    + source.at("/fieldRef/fieldPath").asText();
            environment.put(
                    variable.path("name").asText(),
                    reference.isEmpty() ? variable.path("value").asText() : REFERENCES.get(reference));
        }
        return environment;
    }

    private int port(String key) {
        return Settings.value(configuration.values(), key, int.class);
    }

    private Map<String, Integer> ports() {
        return Map.of(
                "http", port("http.port"),
                "operations", port("operations.port"),
                "cluster", port("cluster.port"),
                "event-bus", port("cluster.event-bus-port"));
    }

    private static int seconds(JsonNode probe) {
        return probe.path("periodSeconds").asInt()
                * probe.path("failureThreshold").asInt();
    }

    @Test
    void a_node_starts_with_the_configuration_and_the_variables_of_the_deployment() {
        assertThat(configuration.errors()).isEmpty();
        RequiredSettings.requireIn(configuration, Roles.ALL, true);
        assertThat(container(pod).path("args")).extracting(JsonNode::asText).containsExactly("--cluster");
        assertThat(container(pod).at("/volumeMounts/0/mountPath").asText()).isEqualTo("/opt/registrar/conf");
    }

    @Test
    void a_migration_starts_with_the_variables_of_the_job() {
        var migration = manifests.only("Job").at("/spec/template");
        var defaults = Configuration.load(environment(migration), new Properties());
        assertThat(defaults.errors()).isEmpty();
        RequiredSettings.requireIn(defaults, Roles.ALL, false);
        assertThat(container(migration).path("image")).isEqualTo(container(pod).path("image"));
    }

    @Test
    void the_ports_of_the_pods_the_services_and_the_network_policy_are_those_of_the_configuration() throws IOException {
        var ofContainer = list(container(pod).path("ports"));
        assertThat(ofContainer)
                .hasSameSizeAs(ports().keySet())
                .allSatisfy(port -> assertThat(port.path("containerPort").asInt())
                        .isEqualTo(ports().get(port.path("name").asText())));

        var headless = manifests.named("Service", "registrar-nodes");
        assertThat(list(headless.at("/spec/ports")))
                .allSatisfy(port -> assertThat(port.path("port").asInt())
                        .isEqualTo(ports().get(port.path("name").asText())));
        assertThat(manifests
                        .named("Service", "registrar")
                        .at("/spec/ports/0/targetPort")
                        .asText())
                .isEqualTo("http");
        assertThat(Files.readString(IMAGE))
                .contains("EXPOSE %s %s %s %s\n"
                        .formatted(
                                port("http.port"),
                                port("operations.port"),
                                port("cluster.port"),
                                port("cluster.event-bus-port")));

        var admitted = list(manifests.named("NetworkPolicy", "registrar-nodes").at("/spec/ingress")).stream()
                .flatMap(rule -> list(rule.path("ports")).stream())
                .map(port -> port.path("port").asInt());
        assertThat(admitted).containsExactlyInAnyOrderElementsOf(ports().values());
    }

    @Test
    void only_the_nodes_can_reach_the_ports_of_the_cluster() {
        var rules = list(manifests.named("NetworkPolicy", "registrar-nodes").at("/spec/ingress"));
        var labels = pod.at("/metadata/labels");
        assertThat(rules)
                .filteredOn(rule -> rule.path("ports").toString().contains(Integer.toString(port("cluster.port"))))
                .singleElement()
                .satisfies(rule -> {
                    assertThat(rule.path("from")).hasSize(1);
                    assertThat(rule.at("/from/0/podSelector/matchLabels")).isEqualTo(labels);
                });
    }

    @Test
    void the_nodes_find_each_other_by_the_headless_service_before_they_are_ready() {
        var name = Settings.value(configuration.values(), "cluster.members-dns", String.class);
        var headless = manifests.named("Service", name);
        assertThat(headless.at("/spec/clusterIP").asText()).isEqualTo("None");
        assertThat(headless.at("/spec/publishNotReadyAddresses").asBoolean()).isTrue();
    }

    @Test
    void every_selector_matches_the_pods_of_the_nodes_and_no_others() {
        var labels = pod.at("/metadata/labels");
        assertThat(manifests.only("Deployment").at("/spec/selector/matchLabels"))
                .isEqualTo(labels);
        assertThat(manifests.only("PodDisruptionBudget").at("/spec/selector/matchLabels"))
                .isEqualTo(labels);
        assertThat(manifests.all("Service"))
                .allSatisfy(service -> assertThat(service.at("/spec/selector")).isEqualTo(labels));
        assertThat(manifests.only("Job").at("/spec/template/metadata/labels")).isNotEqualTo(labels);
    }

    @Test
    void a_node_that_stops_serves_longer_than_it_takes_to_notice_and_ends_before_it_is_killed() {
        var drainDelay = Settings.value(configuration.values(), "http.drain-delay", Duration.class);
        assertThat(seconds(container(pod).path("readinessProbe"))).isLessThan((int) drainDelay.toSeconds());
        assertThat(pod.at("/spec/terminationGracePeriodSeconds").asInt())
                .isGreaterThan((int) TimeLimits.STOP.toSeconds());
    }

    @Test
    void the_memory_of_a_pod_suffices_for_the_smallest_supported_heap() throws IOException {
        var needed = NeededMemory.megabytes();
        assertThat(manifests.pods()).allSatisfy(each -> {
            var memory = container(each).at("/resources/limits/memory").asText();
            assertThat(memory).endsWith("Mi");
            assertThat(Integer.parseInt(memory.replace("Mi", ""))).isGreaterThanOrEqualTo(needed);
        });
    }

    @Test
    void pods_are_confined_as_the_namespace_requires() throws IOException {
        assertThat(manifests
                        .only("Namespace")
                        .at("/metadata/labels")
                        .path("pod-security.kubernetes.io/enforce")
                        .asText())
                .isEqualTo("restricted");
        var image = Files.readString(IMAGE);
        assertThat(manifests.pods()).allSatisfy(each -> {
            var user = each.at("/spec/securityContext");
            assertThat(user.path("runAsNonRoot").asBoolean()).isTrue();
            assertThat(user.at("/seccompProfile/type").asText()).isEqualTo("RuntimeDefault");
            assertThat(image).contains("USER %s:%s\n".formatted(user.path("runAsUser"), user.path("runAsGroup")));
            var confined = container(each).path("securityContext");
            assertThat(confined.path("allowPrivilegeEscalation").asBoolean(true))
                    .isFalse();
            assertThat(confined.path("readOnlyRootFilesystem").asBoolean()).isTrue();
            assertThat(confined.at("/capabilities/drop"))
                    .extracting(JsonNode::asText)
                    .containsExactly("ALL");
        });
    }

    @Test
    void the_kustomization_contains_every_file_except_the_migration_which_runs_before() {
        assertThat(manifests.only("Kustomization").path("resources"))
                .extracting(JsonNode::asText)
                .containsExactlyInAnyOrderElementsOf(manifests.byFile().keySet().stream()
                        .filter(file ->
                                !List.of("kustomization.yaml", "migration.yaml").contains(file))
                        .toList());
    }

    @Test
    void the_documented_commands_create_every_secret_that_the_pods_refer_to() throws IOException {
        var page = Files.readString(PAGE);
        for (var each : manifests.pods()) {
            for (var variable : container(each).path("env")) {
                var reference = variable.at("/valueFrom/secretKeyRef");
                if (reference.isObject()) {
                    var name = reference.path("name").asText();
                    assertThat(page)
                            .contains("create secret generic %1$s --from-env-file=%1$s.env\n".formatted(name))
                            .containsPattern("`%s\\.env`[^`]*(`[^`\n]+`[^`]*)*```text\n([^`]*\n)?%s="
                                    .formatted(name, reference.path("key").asText()));
                }
            }
        }
    }
}
