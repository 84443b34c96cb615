package dev.registrar.gateway.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.gateway.launcher.configuration.Configuration;
import dev.registrar.gateway.launcher.node.RequiredSettings;
import dev.registrar.gateway.launcher.node.Roles;
import dev.registrar.resource.settings.InvalidSettingsException;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sources and errors of the configuration, as the head of conf/registrar.yaml describes them. */
class ConfigurationTest {

    private static Properties properties(String name, String value) {
        var properties = new Properties();
        properties.setProperty(name, value);
        return properties;
    }

    @Test
    void the_shipped_configuration_is_complete() {
        var configuration = Configuration.load(Map.of(), new Properties()).values();
        assertThat(configuration.getJsonObject("http").getInteger("port")).isEqualTo(8080);
        assertThat(configuration.getJsonObject("http").getString("host")).isEqualTo("127.0.0.1");
    }

    @Test
    void a_system_property_overrides_an_environment_variable_which_overrides_the_file() {
        var environment = Map.of("REGISTRAR_HTTP_PORT", "1", "REGISTRAR_ENROLLMENT_SYNC_WINDOW", "2 s");
        var configuration = Configuration.load(environment, properties("registrar.http.port", "2"))
                .values();
        assertThat(configuration.getJsonObject("http").getString("port")).isEqualTo("2");
        assertThat(configuration.getJsonObject("enrollment").getString("sync-window"))
                .isEqualTo("2 s");
    }

    @ParameterizedTest
    @CsvSource({
        "REGISTRAR_HTTP_PROT, REGISTRAR_HTTP_PORT",
        "REGISTRAR_DATABASE_POOLSIZE, REGISTRAR_DATABASE_POOL_SIZE",
        "REGISTRAR_HTTPS_PORT, REGISTRAR_HTTP_PORT",
        "REGISTRAR_DATABASE_PORT, REGISTRAR_"
    })
    void an_unknown_environment_variable_is_rejected_with_the_most_similar_known_one(String name, String nearest) {
        assertThat(Configuration.load(Map.of(name, "7"), new Properties()).errors())
                .singleElement()
                .asString()
                .startsWith("The environment variable %s is unknown; did you mean %s".formatted(name, nearest));
    }

    @Test
    void environment_variables_of_the_start_script_of_examples_and_of_kubernetes_are_ignored() {
        var environment = Map.of(
                "REGISTRAR_ARCHIVES", "/var/cache",
                "REGISTRAR_NODE_2", "10.0.0.12",
                "REGISTRAR_LOAD_BALANCER", "0.0.0.0:80",
                "REGISTRAR_URL", "http://127.0.0.1:8080",
                "REGISTRAR_SERVICE_HOST", "10.96.0.7",
                "REGISTRAR_SERVICE_PORT_HTTP", "8080",
                "REGISTRAR_PORT", "tcp://10.96.0.7:8080",
                "REGISTRAR_PORT_8080_TCP_ADDR", "10.96.0.7");
        assertThat(Configuration.load(environment, new Properties()).errors()).isEmpty();
    }

    @Test
    void an_unknown_system_property_is_rejected_with_the_most_similar_known_one() {
        assertThat(Configuration.load(Map.of(), properties("registrar.http.prot", "2"))
                        .errors())
                .containsExactly(
                        "The system property registrar.http.prot is unknown; did you mean registrar.http.port?");
    }

    @Test
    void all_wrong_settings_are_reported_together_with_the_variables_that_set_them() {
        var configuration = Configuration.load(
                Map.of(
                        "REGISTRAR_HTTP_PORT",
                        "eighty",
                        "REGISTRAR_HTTP_PROT",
                        "8090",
                        "REGISTRAR_EVENTS_RETENTION",
                        "0 s"),
                properties("registrar.enrollment.lease", "long"));
        assertThatThrownBy(() -> RequiredSettings.requireIn(configuration, Roles.ALL, true))
                .isInstanceOfSatisfying(
                        InvalidSettingsException.class,
                        wrong -> assertThat(wrong.errors().stream().map(configuration::explain))
                                .containsExactly(
                                        "The environment variable REGISTRAR_HTTP_PROT is unknown; did you mean REGISTRAR_HTTP_PORT?",
                                        "http.port must be a whole number, not \"eighty\" (http.port is set by the environment"
                                                + " variable REGISTRAR_HTTP_PORT)",
                                        "events.retention must be at least 1 ms (events.retention is set by the environment"
                                                + " variable REGISTRAR_EVENTS_RETENTION)",
                                        "enrollment.lease must be a duration such as 500 ms, 2 s, 5 min or 24 h, not \"long\""
                                                + " (enrollment.lease is set by the system property registrar.enrollment.lease)",
                                        "database.uri must name a database: postgresql://user:password@host/name",
                                        "cluster.secret must have at least 16 characters"));
    }
}
