package dev.registrar.gateway.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Client;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.node.ServiceProcess;
import dev.registrar.resource.start.StartFault;
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

/** What an operator relies on who starts the service for production. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "There are no such signals")
@ExtendWith(ServiceExtension.class)
class LauncherTest {
    private static final Pattern PORT = Pattern.compile("ready on port (\\d+)");

    @TempDir
    private Path configuration;

    private ServiceProcess launch(Map<String, String> environment) {
        var service = ServiceProcess.launch(Launcher.class, environment, "--conf", configuration.toString());
        service.awaitLogged(PORT);
        return service;
    }

    private static Client anonymous(ServiceProcess service) {
        return Client.of("http://127.0.0.1:" + service.logged(PORT));
    }

    @Test
    void it_does_not_start_with_the_passwords_that_everybody_knows(Service other) {
        var service = launch(Map.of("REGISTRAR_DATABASE_URI", other.databaseUri()));
        assertThat(service.expectFailedStart(StartFault.CONFIGURATION))
                .contains("users.properties", "authentication.basic");
        assertThat(service.output()).doesNotContain("ready on port");
    }

    @Test
    void one_password_that_everybody_knows_is_enough_to_stop_the_start(Service other) throws IOException {
        Files.writeString(configuration.resolve("users.properties"), """
                user.admin = a better one,administrator
                user.reader = reader,reader
                role.administrator = create,read,update,delete
                role.reader = read
                """);
        var service = launch(Map.of("REGISTRAR_DATABASE_URI", other.databaseUri()));
        assertThat(service.expectFailedStart(StartFault.CONFIGURATION)).contains("users.properties");
    }

    @Test
    void it_serves_users_with_passwords_of_their_own(Service other) throws IOException {
        Files.writeString(configuration.resolve("users.properties"), """
                user.admin = a better one,administrator
                role.administrator = create,read,update,delete
                """);
        var service = launch(Map.of("REGISTRAR_DATABASE_URI", other.databaseUri()));
        anonymous(service)
                .withCredentials("admin", "a better one")
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200);
        service.end("TERM");
    }

    @Test
    void without_basic_authentication_no_password_opens_it(Service other) {
        var service = launch(Map.of(
                "REGISTRAR_DATABASE_URI", other.databaseUri(),
                "REGISTRAR_AUTHENTICATION_BASIC", "false",
                "REGISTRAR_AUTHENTICATION_OAUTH2_ISSUER", "http://127.0.0.1:1",
                "REGISTRAR_AUTHENTICATION_OAUTH2_AUDIENCE", "registrar"));
        var refused = anonymous(service)
                .withCredentials("admin", "admin")
                .get("/v1/courses/")
                .expectStatus(401);
        assertThat(refused.headers("WWW-Authenticate")).containsExactly("Bearer realm=\"registrar\"");
        service.end("TERM");
    }

    @Test
    void with_no_way_to_sign_in_it_does_not_start(Service other) {
        var service = launch(
                Map.of("REGISTRAR_DATABASE_URI", other.databaseUri(), "REGISTRAR_AUTHENTICATION_BASIC", "false"));
        assertThat(service.expectFailedStart(StartFault.CONFIGURATION)).startsWith("authentication.oauth2-issuer");
    }

    @Test
    void with_limits_of_time_that_cannot_hold_together_it_does_not_start(Service other) {
        var service = launch(Map.of(
                "REGISTRAR_DATABASE_URI", other.databaseUri(),
                "REGISTRAR_AUTHENTICATION_BASIC", "false",
                "REGISTRAR_AUTHENTICATION_OAUTH2_ISSUER", "http://127.0.0.1:1",
                "REGISTRAR_AUTHENTICATION_OAUTH2_AUDIENCE", "course-api",
                "REGISTRAR_HTTP_REPLY_TIMEOUT", "1800 ms"));
        assertThat(service.expectFailedStart(StartFault.CONFIGURATION))
                .startsWith(
                        "database.statement-timeout (2000 ms) must be at most http.reply-timeout (1800 ms) less 250 ms");
    }

    @Test
    void it_needs_a_database() {
        var service = launch(Map.of());
        assertThat(service.expectFailedStart(StartFault.CONFIGURATION)).contains("database.uri");
    }

    @Test
    void a_password_that_is_not_encoded_stops_it_and_is_not_shown() throws IOException {
        Files.writeString(configuration.resolve("users.properties"), "user.admin = a better one");
        var service = launch(Map.of("REGISTRAR_DATABASE_URI", "postgresql://registrar:s3cr@t#w0rd@db/uni"));
        assertThat(service.expectFailedStart(StartFault.CONFIGURATION))
                .startsWith("database.uri")
                .contains("percent-encode");
        assertThat(service.output()).doesNotContain("s3cr", "w0rd");
    }

    @Test
    void a_password_in_a_file_that_is_no_yaml_is_not_shown() throws IOException {
        Files.writeString(configuration.resolve("registrar.yaml"), """
                database:
                  pool-size: 7
                  uri: postgresql://registrar:s3cr: t@db/uni
                """);
        var service = launch(Map.of());
        assertThat(service.expectFailedStart(StartFault.CONFIGURATION))
                .startsWith("registrar.yaml")
                .contains("line 3", "quote");
        assertThat(service.output()).doesNotContain("s3cr");
    }

    @Test
    void a_password_on_a_line_that_is_no_user_stops_it_and_is_not_shown() throws IOException {
        Files.writeString(configuration.resolve("users.properties"), """
                user.admin = a better one,administrator
                user = s3cr3t,administrator
                """);
        var service = launch(Map.of("REGISTRAR_DATABASE_URI", "postgresql://registrar@127.0.0.1:1/uni"));
        assertThat(service.expectFailedStart(StartFault.CONFIGURATION)).contains("users.properties", "line 2");
        assertThat(service.output()).doesNotContain("s3cr3t");
    }

    @Test
    void it_is_not_ready_when_the_database_has_too_few_connections_for_it(Service other)
            throws IOException, SQLException {
        try (var session = other.databaseSession();
                var statement = session.createStatement()) {
            statement.execute("CREATE ROLE frugal LOGIN CONNECTION LIMIT 3 IN ROLE postgres");
        }
        Files.writeString(configuration.resolve("users.properties"), "user.admin = a better one");
        var service =
                launch(Map.of("REGISTRAR_DATABASE_URI", other.databaseUri().replace("postgres:postgres@", "frugal@")));
        assertThat(service.expectFailedStart(StartFault.DATABASE))
                .startsWith("PostgreSQL at 127.0.0.1")
                .contains("too many connections for role");
        assertThat(service.output()).doesNotContain("ready on port");
    }

    @Test
    void it_does_not_start_where_it_could_never_have_all_its_connections(Service other) throws IOException {
        Files.writeString(configuration.resolve("users.properties"), "user.admin = a better one");
        var service =
                launch(Map.of("REGISTRAR_DATABASE_URI", other.databaseUri(), "REGISTRAR_DATABASE_POOL_SIZE", "200"));
        assertThat(service.expectFailedStart(StartFault.DATABASE))
                .startsWith("PostgreSQL at 127.0.0.1")
                .contains("opens up to 1300", "max_connections", "database.pool-size");
    }

    @Test
    void a_key_that_does_not_exist_stops_it_by_name() throws IOException {
        Files.writeString(configuration.resolve("registrar.yaml"), """
                database:
                  pool-sise: 7
                """);
        assertThat(launch(Map.of()).expectFailedStart(StartFault.CONFIGURATION)).contains("\"database.pool-sise\"");
    }

    @Test
    void a_port_that_is_taken_stops_it_in_an_orderly_way(Service other) throws IOException {
        Files.writeString(configuration.resolve("users.properties"), "user.admin = a better one");
        var port = Integer.toString(URI.create(other.url()).getPort());
        var service = launch(Map.of("REGISTRAR_DATABASE_URI", other.databaseUri(), "REGISTRAR_HTTP_PORT", port));
        assertThat(service.expectFailedStart(StartFault.ADDRESS)).contains(port, "http.port");
    }

    /** What has begun beside, such as reading the contract, must not complain afterwards that Vert.x is closed. */
    @Test
    void so_does_the_port_of_operations(Service other) throws IOException {
        Files.writeString(configuration.resolve("users.properties"), "user.admin = a better one");
        var port = Integer.toString(URI.create(other.url()).getPort());
        var service = launch(Map.of(
                "REGISTRAR_DATABASE_URI",
                other.databaseUri(),
                "REGISTRAR_OPERATIONS_HEALTH",
                "true",
                "REGISTRAR_OPERATIONS_PORT",
                port));
        assertThat(service.expectFailedStart(StartFault.ADDRESS)).contains(port, "choose another operations.port");
    }

    @Test
    void so_does_the_port_of_the_cluster_before_anybody_sees_the_node(Service other) throws IOException {
        Files.writeString(configuration.resolve("users.properties"), "user.admin = a better one");
        var port = Integer.toString(URI.create(other.url()).getPort());
        var service = ServiceProcess.launch(
                Launcher.class,
                Map.of(
                        "REGISTRAR_DATABASE_URI", "postgresql://nobody@127.0.0.1:1/none",
                        "REGISTRAR_CLUSTER_SECRET", "one that nobody guesses",
                        "REGISTRAR_CLUSTER_PORT", port),
                "--conf",
                configuration.toString(),
                "--cluster");
        assertThat(service.expectFailedStart(StartFault.ADDRESS)).contains(port, "choose another cluster.port");
        assertThat(service.output()).doesNotContain("Hazelcast", "at dev.registrar", "Exception");
    }

    @Test
    void without_a_file_of_users_it_says_where_it_looked_and_both_remedies() {
        var service = launch(Map.of(
                "REGISTRAR_DATABASE_URI", "postgresql://nobody@127.0.0.1:1/none",
                "REGISTRAR_AUTHENTICATION_USERS_FILE", "people.properties"));
        assertThat(service.expectFailedStart(StartFault.CONFIGURATION))
                .contains("people.properties cannot be read", "write this file", "authentication.basic to false")
                .contains("looked for in " + configuration);
    }

    /** Whoever shares the event loop, such as other verticles of the process, would wait meanwhile. */
    @Test
    void its_start_keeps_no_event_loop_busy(Service other) {
        var longestTask = Pattern.compile(WatchedStart.LONGEST_TASK);
        var service = ServiceProcess.launch(WatchedStart.class, Map.of("REGISTRAR_DATABASE_URI", other.databaseUri()));
        service.awaitLogged(longestTask);
        assertThat(Integer.parseInt(service.logged(longestTask))).isLessThan(200);
    }
}
