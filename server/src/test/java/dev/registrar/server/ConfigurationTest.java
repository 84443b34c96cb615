package dev.registrar.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.platform.settings.InvalidSettingsException;
import dev.registrar.server.configuration.Configuration;
import dev.registrar.server.configuration.ConfigurationFolder;
import dev.registrar.server.node.RequiredSettings;
import dev.registrar.server.node.Roles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sources and errors of the configuration, as the head of conf/registrar.yaml describes them. */
class ConfigurationTest {

    @TempDir
    private Path folder;

    private Configuration inFolder() {
        return Configuration.load(ConfigurationFolder.of(Optional.of(folder)), Map.of(), new Properties());
    }

    private static List<String> errorsOf(boolean clustered, Map<String, String> environment) {
        Map<String, String> variables = new HashMap<>(environment);
        variables.putIfAbsent("REGISTRAR_DATABASE_URI", "postgresql://registrar@127.0.0.1:1/uni");
        return errorsOf(clustered, Configuration.load(variables, new Properties()));
    }

    private static List<String> errorsOf(boolean clustered, Configuration configuration) {
        try {
            RequiredSettings.requireIn(configuration, Roles.ALL, clustered);
            return List.of();
        } catch (InvalidSettingsException e) {
            return e.errors();
        }
    }

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
    void a_value_that_cannot_be_the_name_of_a_file_is_an_error_with_its_key() {
        assertThat(Configuration.load(Map.of(), properties("registrar.cluster.tls-key", "key\u0000.pem"))
                        .errors())
                .singleElement()
                .asString()
                .startsWith("cluster.tls-key has a character that file names cannot have")
                .contains("LC_ALL=C.UTF-8");
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

    @Test
    void entries_of_a_list_may_refer_to_variables_in_a_file_and_in_a_variable() throws IOException {
        var list = "[{ name: org.example.One, config: { token: '${OUR_TOKEN}' } }]";
        Files.writeString(folder.resolve("registrar.yaml"), "verticles: { deploy: %s }".formatted(list));
        var token = Map.of("OUR_TOKEN", "t0k$n");
        assertThat(tokenIn(Configuration.load(ConfigurationFolder.of(Optional.of(folder)), token, new Properties())))
                .isEqualTo("t0k$n");
        var both = Map.of("OUR_TOKEN", "t0k$n", "REGISTRAR_VERTICLES_DEPLOY", list);
        assertThat(tokenIn(Configuration.load(both, new Properties()))).isEqualTo("t0k$n");
    }

    private static String tokenIn(Configuration configuration) {
        var verticle = configuration
                .values()
                .getJsonObject("verticles")
                .getJsonArray("deploy")
                .getJsonObject(0);
        return verticle.getJsonObject("config").getString("token");
    }

    @ParameterizedTest
    @CsvSource({
        "REGISTRAR_HTTP_PROT, REGISTRAR_HTTP_PORT",
        "REGISTRAR_DATABASE_POOLSIZE, REGISTRAR_DATABASE_POOL_SIZE",
        "REGISTRAR_HTTPS_PORT, REGISTRAR_HTTP_PORT"
    })
    void an_unknown_environment_variable_is_rejected_with_the_most_similar_known_one(String name, String nearest) {
        assertThat(Configuration.load(Map.of(name, "7"), new Properties()).errors())
                .singleElement()
                .asString()
                .startsWith("The environment variable %s is unknown; did you mean %s".formatted(name, nearest));
    }

    @Test
    void an_unknown_environment_variable_that_resembles_no_known_one_is_rejected_without_a_suggestion() {
        assertThat(Configuration.load(Map.of("REGISTRAR_FOO", "7"), new Properties())
                        .errors())
                .containsExactly("The environment variable REGISTRAR_FOO is unknown");
    }

    @Test
    void environment_variables_of_the_start_script_of_examples_and_of_kubernetes_are_ignored() {
        var environment = Map.of(
                "REGISTRAR_ARCHIVES", "/var/cache",
                "REGISTRAR_NODE_2", "10.0.0.12",
                "REGISTRAR_PASSWORD", "that of a command",
                "REGISTRAR_TOKEN", "that of a command",
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
                .containsExactly("The system property registrar.http.prot is unknown; did you mean http.port?");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    HTTP_HOST                     | 256.1.1.1                | http.host
                    HTTP_HOST                     | ''                       | http.host
                    HTTP_PORT                     | 70000                    | http.port
                    HTTP_MAX_BODY_SIZE            | -1                       | http.max-body-size
                    HTTP_TLS_RELOAD_INTERVAL      | 0 s                      | http.tls-reload-interval
                    HTTP_TRUSTED_PROXIES          | nonsense                 | http.trusted-proxies: "nonsense"
                    HTTP_FORWARDED_HEADERS        | X-Nope                   | http.forwarded-headers: "X-Nope"
                    HTTP_REPLY_TIMEOUT            | 2150 ms                  | database.statement-timeout (2000 ms) must be at most http.reply-timeout (2150 ms) less 250 ms
                    AUTHENTICATION_BASIC          | false                    | authentication.oauth2-issuer
                    AUTHENTICATION_OAUTH2_ISSUER  | nonsense                 | authentication.oauth2-issuer
                    AUTHENTICATION_OAUTH2_ISSUER  | ftp://auth.example       | authentication.oauth2-issuer
                    AUTHENTICATION_OAUTH2_ISSUER  | https://a.example:70000  | authentication.oauth2-issuer
                    AUTHENTICATION_SESSION_LIFETIME | 0 s                    | authentication.session-lifetime
                    OPERATIONS_HOST               | 10.0.0                   | operations.host
                    """)
    void a_value_that_is_used_only_later_is_checked_before_the_start(String variable, String value, String error) {
        assertThat(errorsOf(
                        false,
                        Map.of("REGISTRAR_" + variable, value, "REGISTRAR_AUTHENTICATION_OAUTH2_AUDIENCE", "students")))
                .singleElement()
                .asString()
                .startsWith(error);
    }

    @Test
    void addresses_origins_and_an_issuer_of_any_valid_kind_are_accepted() {
        assertThat(errorsOf(
                        false,
                        Map.of(
                                "REGISTRAR_HTTP_TRUSTED_PROXIES",
                                "192.0.2.7, 10.0.0.0/8, ::1",
                                "REGISTRAR_HTTP_HOST",
                                "::",
                                "REGISTRAR_HTTP_CORS_ORIGINS",
                                "https://portal.example.edu, http://localhost:3000,http://127.0.0.1,http://[::1]:81,https://a_b.example",
                                "REGISTRAR_AUTHENTICATION_OAUTH2_ISSUER",
                                "http://localhost:8180/realms/university",
                                "REGISTRAR_AUTHENTICATION_OAUTH2_AUDIENCE",
                                "students")))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    OPERATIONS_HEALTH=true OPERATIONS_PORT=8080                        | http.port and operations.port
                    OPERATIONS_METRICS=true OPERATIONS_PORT=8080 HTTP_HOST=0.0.0.0     | http.port and operations.port
                    OPERATIONS_HEALTH=true OPERATIONS_PORT=8080 OPERATIONS_HOST=::1    |
                    OPERATIONS_PORT=8080                                               |
                    OPERATIONS_HEALTH=true OPERATIONS_PORT=0 HTTP_PORT=0               |
                    CLUSTER_EVENT_BUS_PORT=5701                                        | cluster.port and cluster.event-bus-port
                    CLUSTER_EVENT_BUS_PORT=8080                                        | http.port and cluster.event-bus-port
                    """)
    void servers_on_the_same_port_are_rejected(String variables, String keys) {
        Map<String, String> environment = new HashMap<>(Map.of("REGISTRAR_CLUSTER_SECRET", "one that nobody guesses"));
        for (var variable : variables.split(" ", -1)) {
            environment.put("REGISTRAR_" + variable.replaceFirst("=.*", ""), variable.replaceFirst(".*=", ""));
        }
        var errors = errorsOf(true, environment);
        if (keys == null) {
            assertThat(errors).isEmpty();
        } else {
            assertThat(errors).singleElement().asString().startsWith(keys + " must be different; both are ");
        }
    }

    @Test
    void a_file_that_is_a_folder_is_reported_instead_of_being_ignored() throws IOException {
        Files.createDirectory(folder.resolve("registrar.yaml"));
        assertThat(inFolder().errors()).singleElement().asString().contains("registrar.yaml cannot be read");
        assertThat(inFolder().isComplete()).isFalse();
    }

    @Test
    void a_file_that_cannot_be_opened_is_reported_instead_of_being_ignored() throws IOException {
        var link = folder.resolve("cluster.yaml");
        Files.createSymbolicLink(link, link);
        assertThat(inFolder().errors()).singleElement().asString().contains("cluster.yaml cannot be read");
    }

    @Test
    void every_unknown_or_wrong_key_of_a_file_is_reported_and_the_others_take_effect() throws IOException {
        Files.writeString(folder.resolve("registrar.yaml"), """
                opertions: true
                events: 7
                http:
                  prot: 8090
                  port: eighty
                  max-concurrent-streams: 77
                database:
                  uri: postgresql://registrar@127.0.0.1:1/uni
                  pool-size: -1
                """);
        var configuration = inFolder();
        assertThat(errorsOf(false, configuration))
                .containsExactlyInAnyOrder(
                        "The configuration key \"opertions\" in registrar.yaml is unknown; did you mean operations?",
                        "In registrar.yaml, the section \"events\" must contain keys",
                        "The configuration key \"http.prot\" in registrar.yaml is unknown; did you mean http.port?",
                        "http.port must be a whole number, not \"eighty\"",
                        "database.pool-size must be at least 1");
        assertThat(configuration.values().getJsonObject("http").getInteger("max-concurrent-streams"))
                .isEqualTo(77);
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
                        "0 s",
                        "REGISTRAR_IDEMPOTENCY_KEYS_RETENTION",
                        "1439 min",
                        "REGISTRAR_AUDIT_RETENTION",
                        "23 h"),
                properties("registrar.enrollment.lease", "long"));
        assertThatThrownBy(() -> RequiredSettings.requireIn(configuration, Roles.ALL, true))
                .isInstanceOfSatisfying(
                        InvalidSettingsException.class,
                        wrong -> assertThat(wrong.errors().stream().map(configuration::explain))
                                .containsExactlyInAnyOrder(
                                        "The environment variable REGISTRAR_HTTP_PROT is unknown; did you mean REGISTRAR_HTTP_PORT?",
                                        "http.port must be a whole number, not \"eighty\" (http.port is set by the environment"
                                                + " variable REGISTRAR_HTTP_PORT)",
                                        "database.uri is missing; set it, or the environment variable REGISTRAR_DATABASE_URI, to postgresql://user:password@host/name",
                                        "events.retention must be at least 1 ms (events.retention is set by the environment"
                                                + " variable REGISTRAR_EVENTS_RETENTION)",
                                        "idempotency-keys.retention must be at least 24 h, which clients rely on"
                                                + " (idempotency-keys.retention is set by the environment variable REGISTRAR_IDEMPOTENCY_KEYS_RETENTION)",
                                        "audit.retention must be at least 24 h (audit.retention is set by the environment"
                                                + " variable REGISTRAR_AUDIT_RETENTION)",
                                        "enrollment.lease must be a duration such as 500 ms, 2 s, 5 min or 24 h, not \"long\""
                                                + " (enrollment.lease is set by the system property registrar.enrollment.lease)",
                                        "cluster.secret is missing; set it on all nodes to the same at least 16 characters"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            https://a.example/       | write it as https://portal.example.edu
            https://a.example:443    | write it as https://portal.example.edu
            HTTP://Local-Host:03000  | write it as https://portal.example.edu
            https://bücher.example   | write it as https://portal.example.edu
            https://*.example.edu    | write it as https://portal.example.edu
            portal.example.edu       | write it as https://portal.example.edu
            http://a_b.example:x     | write it as https://portal.example.edu
            file:///portal.html      | write it as https://portal.example.edu
            *                        | list each origin
            null                     | serve the page from an origin
            """)
    void an_origin_that_no_page_has_is_rejected_with_what_to_write_instead(String origin, String remedy) {
        assertThat(errorsOf(false, Map.of("REGISTRAR_HTTP_CORS_ORIGINS", "https://b.example, " + origin)))
                .singleElement()
                .asString()
                .startsWith("http.cors-origins: \"%s\" is not an origin as browsers send it; ".formatted(origin))
                .contains(remedy);
    }
}
