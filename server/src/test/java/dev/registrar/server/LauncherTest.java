package dev.registrar.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.platform.operations.StartFailure;
import dev.registrar.platform.testing.Signals;
import dev.registrar.platform.testing.Sql;
import dev.registrar.server.testing.node.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The start of the service for production. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not have these signals")
@ExtendWith(ServiceExtension.class)
class LauncherTest {
    @TempDir
    private Path configuration;

    private ServiceProcess launch(Map<String, String> environment) {
        var service = ServiceProcess.launch(Launcher.class, environment, "--conf", configuration.toString());
        service.awaitReady();
        return service;
    }

    private void writeUsers() throws IOException {
        Files.writeString(configuration.resolve("users.properties"), """
                user.admin = a better one,administrator
                role.administrator = create,read,update,delete
                """);
    }

    private static Client anonymous(ServiceProcess service) {
        return Client.of(service.url());
    }

    @Test
    void default_passwords_stop_the_start(Service shared) {
        var service = launch(Map.of("REGISTRAR_DATABASE_URI", shared.databaseUri()));
        assertThat(service.expectFailedStart(StartFailure.CONFIGURATION))
                .contains("users.properties", "authentication.basic");
        assertThat(service.output()).doesNotContain("Registrar is ready");
    }

    @ParameterizedTest
    @CsvSource({"-Xmx200m, true", "-Xmx256m, false"})
    void a_heap_below_the_smallest_supported_one_is_logged(String option, boolean isLogged) {
        var service = launch(
                Map.of("JAVA_TOOL_OPTIONS", option, "REGISTRAR_DATABASE_URI", "postgresql://nobody@127.0.0.1:1/none"));
        assertThat(service.output().contains("smallest supported one is 256 MB"))
                .isEqualTo(isLogged);
    }

    @Test
    void a_single_default_password_stops_the_start(Service shared) throws IOException {
        Files.writeString(configuration.resolve("users.properties"), """
                user.admin = a better one,administrator
                user.reader = reader,reader
                role.administrator = create,read,update,delete
                role.reader = read
                """);
        var service = launch(Map.of("REGISTRAR_DATABASE_URI", shared.databaseUri()));
        assertThat(service.expectFailedStart(StartFailure.CONFIGURATION)).contains("users.properties");
    }

    @Test
    void the_service_starts_and_serves_users_without_default_passwords(Service shared) throws IOException {
        writeUsers();
        var service = launch(Map.of("REGISTRAR_DATABASE_URI", shared.databaseUri()));
        anonymous(service)
                .withCredentials("admin", "a better one")
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200);
        service.end("TERM");
    }

    @Test
    void with_basic_authentication_switched_off_no_password_is_accepted(Service shared) {
        var service = launch(Map.of(
                "REGISTRAR_DATABASE_URI", shared.databaseUri(),
                "REGISTRAR_AUTHENTICATION_BASIC", "false",
                "REGISTRAR_AUTHENTICATION_OAUTH2_ISSUER", "http://127.0.0.1:1",
                "REGISTRAR_AUTHENTICATION_OAUTH2_AUDIENCE", "registrar"));
        var rejected = anonymous(service)
                .withCredentials("admin", "admin")
                .get("/v1/courses/")
                .expectStatus(401);
        assertThat(rejected.headers("WWW-Authenticate")).containsExactly("Bearer realm=\"registrar\"");
        service.end("TERM");
    }

    @Test
    void a_configuration_without_any_authentication_stops_the_start(Service shared) {
        var service = launch(
                Map.of("REGISTRAR_DATABASE_URI", shared.databaseUri(), "REGISTRAR_AUTHENTICATION_BASIC", "false"));
        assertThat(service.expectFailedStart(StartFailure.CONFIGURATION)).startsWith("authentication.oauth2-issuer");
    }

    @Test
    void timeouts_that_contradict_each_other_stop_the_start(Service shared) {
        var service = launch(Map.of(
                "REGISTRAR_DATABASE_URI", shared.databaseUri(),
                "REGISTRAR_AUTHENTICATION_BASIC", "false",
                "REGISTRAR_AUTHENTICATION_OAUTH2_ISSUER", "http://127.0.0.1:1",
                "REGISTRAR_AUTHENTICATION_OAUTH2_AUDIENCE", "course-api",
                "REGISTRAR_HTTP_REPLY_TIMEOUT", "2150 ms"));
        assertThat(service.expectFailedStart(StartFailure.CONFIGURATION))
                .startsWith(
                        "database.statement-timeout (2000 ms) must be at most http.reply-timeout (2150 ms) less 250 ms");
    }

    @Test
    void a_missing_database_uri_stops_the_start() {
        var service = launch(Map.of());
        assertThat(service.expectFailedStart(StartFailure.CONFIGURATION)).contains("database.uri");
    }

    @Test
    void a_database_password_that_is_not_percent_encoded_stops_the_start_and_is_not_shown() throws IOException {
        writeUsers();
        var service = launch(Map.of("REGISTRAR_DATABASE_URI", "postgresql://registrar:s3cr@t#w0rd@db/uni"));
        assertThat(service.expectFailedStart(StartFailure.CONFIGURATION))
                .startsWith("database.uri")
                .contains("percent-encode");
        assertThat(service.output()).doesNotContain("s3cr", "w0rd");
    }

    @Test
    void a_malformed_configuration_file_stops_the_start_and_its_passwords_are_not_shown() throws IOException {
        Files.writeString(configuration.resolve("registrar.yaml"), """
                database:
                  pool-size: 7
                  uri: postgresql://registrar:s3cr: t@db/uni
                """);
        var service = launch(Map.of());
        assertThat(service.expectFailedStart(StartFailure.CONFIGURATION))
                .startsWith("registrar.yaml")
                .contains("line 3", "quote");
        assertThat(service.output()).doesNotContain("s3cr");
    }

    @Test
    void a_malformed_line_of_the_users_file_stops_the_start_and_its_password_is_not_shown() throws IOException {
        Files.writeString(configuration.resolve("users.properties"), """
                user.admin = a better one,administrator
                user = s3cr3t,administrator
                """);
        var service = launch(Map.of("REGISTRAR_DATABASE_URI", "postgresql://registrar@127.0.0.1:1/uni"));
        assertThat(service.expectFailedStart(StartFailure.CONFIGURATION)).contains("users.properties", "line 2");
        assertThat(service.output()).doesNotContain("s3cr3t");
    }

    @Test
    void a_database_role_with_too_few_connections_stops_the_start(Service shared) throws IOException, SQLException {
        Sql.execute(shared.databaseUri(), "CREATE ROLE frugal LOGIN CONNECTION LIMIT 3 IN ROLE postgres");
        writeUsers();
        var service =
                launch(Map.of("REGISTRAR_DATABASE_URI", shared.databaseUri().replace("postgres:postgres@", "frugal@")));
        assertThat(service.expectFailedStart(StartFailure.DATABASE))
                .startsWith("PostgreSQL at 127.0.0.1")
                .contains("too many connections for role");
        assertThat(service.output()).doesNotContain("Registrar is ready");
    }

    @Test
    void pools_larger_than_max_connections_of_the_database_stop_the_start(Service shared) throws IOException {
        writeUsers();
        var service =
                launch(Map.of("REGISTRAR_DATABASE_URI", shared.databaseUri(), "REGISTRAR_DATABASE_POOL_SIZE", "200"));
        assertThat(service.expectFailedStart(StartFailure.DATABASE))
                .startsWith("PostgreSQL at 127.0.0.1")
                .contains("opens up to 1200", "max_connections", "database.pool-size");
    }

    @Test
    void an_unknown_key_of_the_configuration_file_stops_the_start_with_a_message_that_names_it() throws IOException {
        Files.writeString(configuration.resolve("registrar.yaml"), """
                database:
                  pool-sise: 7
                """);
        assertThat(launch(Map.of()).expectFailedStart(StartFailure.CONFIGURATION))
                .contains("\"database.pool-sise\"");
    }

    @Test
    void an_http_port_in_use_stops_the_start_with_a_message_that_names_it(Service shared) throws IOException {
        writeUsers();
        var port = Integer.toString(URI.create(shared.url()).getPort());
        var service = launch(Map.of("REGISTRAR_DATABASE_URI", shared.databaseUri(), "REGISTRAR_HTTP_PORT", port));
        assertThat(service.expectFailedStart(StartFailure.ADDRESS)).contains(port, "http.port");
    }

    /** Concurrent steps of the start, such as reading the contract, must not log errors after Vert.x is closed. */
    @Test
    void an_operations_port_in_use_stops_the_start_with_a_message_that_names_it(Service shared) throws IOException {
        writeUsers();
        var port = Integer.toString(URI.create(shared.url()).getPort());
        var service = launch(Map.of(
                "REGISTRAR_DATABASE_URI",
                shared.databaseUri(),
                "REGISTRAR_OPERATIONS_HEALTH",
                "true",
                "REGISTRAR_OPERATIONS_PORT",
                port));
        assertThat(service.expectFailedStart(StartFailure.ADDRESS)).contains(port, "choose another operations.port");
    }

    @Test
    void a_cluster_port_in_use_stops_the_start_before_the_node_joins_the_cluster(Service shared) throws IOException {
        writeUsers();
        var port = Integer.toString(URI.create(shared.url()).getPort());
        var service = ServiceProcess.launch(
                Launcher.class,
                Map.of(
                        "REGISTRAR_DATABASE_URI", "postgresql://nobody@127.0.0.1:1/none",
                        "REGISTRAR_CLUSTER_SECRET", "one that nobody guesses",
                        "REGISTRAR_CLUSTER_PORT", port),
                "--conf",
                configuration.toString(),
                "--cluster");
        assertThat(service.expectFailedStart(StartFailure.ADDRESS)).contains(port, "choose another cluster.port");
        assertThat(service.output()).doesNotContain("Hazelcast", "at dev.registrar", "Exception");
    }

    @Test
    void a_missing_users_file_stops_the_start_with_the_folder_searched_and_both_remedies() {
        var service = launch(Map.of(
                "REGISTRAR_DATABASE_URI", "postgresql://nobody@127.0.0.1:1/none",
                "REGISTRAR_AUTHENTICATION_USERS_FILE", "people.properties"));
        assertThat(service.expectFailedStart(StartFailure.CONFIGURATION))
                .contains("people.properties cannot be read", "write this file", "authentication.basic to false")
                .contains("looked for in " + configuration);
    }

    @Test
    void sighup_stops_the_service_gracefully_and_a_second_signal_ends_it_at_once_with_its_exit_code(Service shared)
            throws IOException {
        assumeFalse(
                Signals.isIgnored("HUP"), "This process ignores the signal, and the processes it starts inherit that");
        writeUsers();
        var service =
                launch(Map.of("REGISTRAR_DATABASE_URI", shared.databaseUri(), "REGISTRAR_HTTP_DRAIN_DELAY", "9700 ms"));
        service.signal("HUP");
        service.awaitLogged(Pattern.compile("stops in 9700 ms"));
        service.signal("TERM");
        assertThat(service.awaitEnd()).isEqualTo(143);
    }

    /** A busy event loop would delay other verticles of the process. */
    @Test
    void the_start_never_occupies_an_event_loop_for_200_ms(Service shared) {
        var longestTask = Pattern.compile(WatchedStart.LONGEST_TASK);
        var service = ServiceProcess.launchWithoutArchive(
                WatchedStart.class, Map.of("REGISTRAR_DATABASE_URI", shared.databaseUri()));
        service.awaitLogged(longestTask);
        assertThat(Integer.parseInt(service.logged(longestTask))).isLessThan(200);
    }
}
