package dev.registrar.gateway.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.launcher.configuration.Configuration;
import dev.registrar.gateway.launcher.configuration.ConfigurationFolder;
import dev.registrar.gateway.launcher.node.Deployment;
import dev.registrar.gateway.launcher.node.Roles;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.gateway.testing.node.LocalCluster;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.start.StartFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The report of {@code --check}. */
@ExtendWith(ServiceExtension.class)
class CheckTest {
    private static final String SECRET = "one that nobody guesses";

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream output = new ByteArrayOutputStream();

    private int check(boolean clustered, Map<String, String> environment) {
        Map<String, String> onFreePorts =
                new HashMap<>(Map.of("REGISTRAR_HTTP_PORT", "0", "REGISTRAR_OPERATIONS_PORT", "0"));
        onFreePorts.putAll(environment);
        var out = new PrintStream(output, true, StandardCharsets.UTF_8);
        return Check.run(
                () -> Configuration.load(ConfigurationFolder.of(Optional.of(folder)), onFreePorts, new Properties()),
                Roles.ALL,
                clustered,
                out);
    }

    private List<String> lines() {
        return output.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static ServerSocket taken() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    private void writeUsers(String password) throws IOException {
        Files.writeString(folder.resolve("users.properties"), """
                user.admin = %s,dean
                role.dean = *
                """.formatted(password));
    }

    @Test
    void a_check_without_errors_reports_every_item_as_well_and_exits_with_0(Service service) throws IOException {
        writeUsers("a better one");
        assertThat(check(false, Map.of("REGISTRAR_DATABASE_URI", service.databaseUri())))
                .as(output.toString(StandardCharsets.UTF_8))
                .isZero();
        assertThat(lines())
                .hasSize(11)
                .anyMatch(line -> line.matches("database +OK +PostgreSQL at .*"))
                .allMatch(line -> line.contains(" OK "));
    }

    @Test
    void a_check_reports_every_wrong_setting_by_name() throws IOException {
        writeUsers("admin");
        Files.writeString(folder.resolve("registrar.yaml"), """
                http:
                  max-connections: 0
                  cors-origins: https://portal.example.edu/
                enrolment:
                  lease: 3 s
                """);
        try (var operations = taken()) {
            var status = check(
                    false,
                    Map.of(
                            "REGISTRAR_DATABASE_URI",
                            "postgresql://registrar:s3cr3t@127.0.0.1:1/uni",
                            "REGISTRAR_HTTP_PROT",
                            "8080",
                            "REGISTRAR_EVENTS_RETENTION",
                            "long",
                            "REGISTRAR_OPERATIONS_HEALTH",
                            "true",
                            "REGISTRAR_OPERATIONS_PORT",
                            Integer.toString(operations.getLocalPort())));
            assertThat(status).isEqualTo(StartFailure.CONFIGURATION.exitCode());
        }
        assertThat(lines())
                .anyMatch(line -> line.matches("configuration +WRONG .*enrolment.lease.*enrollment.lease.*"))
                .anyMatch(line -> line.matches("configuration +WRONG .*REGISTRAR_HTTP_PROT .*REGISTRAR_HTTP_PORT.*"))
                .anyMatch(line -> line.matches("configuration +WRONG +http.max-connections must be at least 1"))
                .anyMatch(line ->
                        line.matches("configuration +WRONG +http.cors-origins: .*write \"https://portal.example.edu\""))
                .anyMatch(line -> line.matches("configuration +WRONG +events.retention .*REGISTRAR_EVENTS_RETENTION.*"))
                .anyMatch(line -> line.matches("users +WRONG .*the default password of admin is public.*"))
                .anyMatch(line -> line.matches("http.port +- .*"))
                .anyMatch(line -> line.matches("operations.port +WRONG .*in use.*choose another operations.port.*"))
                .anyMatch(line -> line.matches("database +WRONG +PostgreSQL at 127.0.0.1:1.*"))
                .noneMatch(line -> line.contains("s3cr3t"));
    }

    @Test
    void a_check_reports_each_malformed_entry_of_the_verticles_and_whether_they_can_be_found(@TempDir Path jars)
            throws IOException {
        writeUsers("a better one");
        Files.writeString(folder.resolve("registrar.yaml"), """
                verticles:
                  deploy:
                    - { name: org.example.One, instances: zero }
                    - { name: org.example.Two, instances: 0 }
                    - { nmae: org.example.Three, config: 3 }
                    - org.example.Four
                    -
                """);
        assertThat(check(false, Map.of("REGISTRAR_DATABASE_URI", "postgresql://registrar@127.0.0.1:1/uni")))
                .isEqualTo(StartFailure.CONFIGURATION.exitCode());
        assertThat(lines())
                .filteredOn(line -> line.contains("verticles.deploy"))
                .anyMatch(line ->
                        line.matches("configuration +WRONG .*deploy\\[0].instances must be a whole number.*zero.*"))
                .anyMatch(line ->
                        line.matches("configuration +WRONG .*instances of org.example.Two must be from 1 to .*"))
                .anyMatch(line -> line.matches("configuration +WRONG .*deploy\\[2].name must be a text"))
                .anyMatch(line -> line.matches("configuration +WRONG .*deploy\\[2].config must be a section of keys"))
                .anyMatch(line -> line.matches("configuration +WRONG .*no configuration key .*deploy\\[2].nmae.*"))
                .anyMatch(line -> line.matches("configuration +WRONG .*deploy\\[3] must be a section of keys"))
                .anyMatch(line -> line.matches("configuration +WRONG .*deploy\\[4] must be a section of keys"));

        output.reset();
        Files.writeString(folder.resolve("registrar.yaml"), """
                verticles:
                  deploy: [{ name: "org.example.One" }]
                  folder: %s
                """.formatted(jars));
        var unused = check(false, Map.of("REGISTRAR_DATABASE_URI", "postgresql://registrar@127.0.0.1:1/uni"));
        assertThat(lines()).anyMatch(line -> line.matches("verticles +WRONG +verticles.folder: there is no jar in .*"));
    }

    @Test
    void a_check_judges_nothing_by_defaults_if_a_file_cannot_be_read() throws IOException {
        Files.writeString(folder.resolve("registrar.yaml"), "http: {port: 8090");
        assertThat(check(false, Map.of())).isEqualTo(StartFailure.CONFIGURATION.exitCode());
        assertThat(lines())
                .anyMatch(line -> line.matches("configuration +WRONG +registrar.yaml is not valid YAML.*"))
                .anyMatch(line -> line.matches("everything else +- +not checked.*"))
                .noneMatch(line -> line.matches("(users|http.port|database) .*"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    user.a = s3cr3t                    | user.a has no role .*
                    user.a = s3cr3t,deann              | user.a has the role deann, but there is no line role.deann
                    user.a = s3cr3t,r ; role.r = fly   | role.r has the unknown scope fly; the scopes are read, create, .*
                    ; role.r = read                    | there is no user; .*
                    """)
    void users_who_could_do_nothing_are_reported_by_name(String content, String error) throws IOException {
        Files.writeString(folder.resolve("users.properties"), content.replace("; ", "\n"));
        assertThat(check(false, Map.of())).isEqualTo(StartFailure.CONFIGURATION.exitCode());
        assertThat(lines())
                .anyMatch(line ->
                        line.matches("users +WRONG +authentication.users-file: in .*users.properties, " + error))
                .noneMatch(line -> line.contains("s3cr3t"));
    }

    @Test
    void a_check_reports_the_right_that_the_database_user_lacks_with_the_statement_that_grants_it(Service service)
            throws IOException, SQLException {
        writeUsers("a better one");
        try (var session = service.databaseSession();
                var statement = session.createStatement()) {
            statement.execute("CREATE ROLE tenant LOGIN");
            statement.execute("CREATE DATABASE rented");
        }
        var uri = service.databaseUri().replaceAll("//.*@", "//tenant@").replaceAll("/[^/]*$", "/rented");
        assertThat(check(false, Map.of("REGISTRAR_DATABASE_URI", uri))).isEqualTo(StartFailure.SCHEMA.exitCode());
        assertThat(lines())
                .anyMatch(line -> line.matches("schema .* WRONG .*GRANT CREATE ON DATABASE rented TO tenant"));
    }

    @Test
    void a_check_of_an_empty_database_says_that_a_start_will_create_the_schemas(Service service)
            throws IOException, SQLException {
        writeUsers("a better one");
        try (var session = service.databaseSession();
                var statement = session.createStatement()) {
            statement.execute("CREATE DATABASE unused");
        }
        var uri = service.databaseUri().replaceAll("/[^/]*$", "/unused");
        assertThat(check(false, Map.of("REGISTRAR_DATABASE_URI", uri)))
                .as(output.toString(StandardCharsets.UTF_8))
                .isZero();
        assertThat(lines())
                .filteredOn(line -> line.matches("schema .* OK +missing; a start creates it, V\\d+"))
                .hasSize(2);
    }

    @Test
    void a_check_of_a_schema_of_an_earlier_version_says_that_a_start_will_change_it(Service service)
            throws IOException, SQLException {
        writeUsers("a better one");
        var uri = service.databaseUri().replaceAll("/[^/]*$", "/earlier");
        try (var session = service.databaseSession();
                var statement = session.createStatement()) {
            statement.execute("CREATE DATABASE earlier");
        }
        Await.success(new NodeDatabase(service.vertx(), Service.configuration(uri)).migrate(Deployment.SCHEMAS));
        try (var session = Service.databaseSession(uri);
                var statement = session.createStatement()) {
            statement.execute("DELETE FROM registration.flyway_schema_history WHERE version::int > 5");
        }
        assertThat(check(false, Map.of("REGISTRAR_DATABASE_URI", uri))).isZero();
        assertThat(lines())
                .anyMatch(line -> line.matches(
                        "schema \"registration\" +OK +V5; a start changes it to V\\d+ \\(migrations to run: \\d+\\)"))
                .anyMatch(line -> line.matches("schema \"course\" +OK +V\\d+"));
    }

    @Test
    void a_check_reports_a_port_in_use_together_with_unreadable_files(Service service) throws IOException {
        try (var http = taken()) {
            var status = check(
                    false,
                    Map.of(
                            "REGISTRAR_DATABASE_URI",
                            service.databaseUri(),
                            "REGISTRAR_AUTHENTICATION_USERS_FILE",
                            "nobody.properties",
                            "REGISTRAR_HTTP_TLS_CERTIFICATE",
                            "no.pem",
                            "REGISTRAR_HTTP_TLS_KEY",
                            "no.key",
                            "REGISTRAR_HTTP_PORT",
                            Integer.toString(http.getLocalPort())));
            assertThat(status).isEqualTo(StartFailure.CONFIGURATION.exitCode());
        }
        assertThat(lines())
                .anyMatch(line -> line.matches("users +WRONG .*nobody.properties cannot be read.*write this file.*"
                        + "authentication.basic to false.*looked for in " + folder + " and .*"))
                .anyMatch(line -> line.matches("certificate +WRONG +http.tls-certificate: no.pem cannot be read.*"))
                .anyMatch(line -> line.matches("http.port +WRONG .*choose another http.port.*"))
                .anyMatch(line -> line.matches("database +OK .*"));
    }

    @Test
    void a_check_of_a_cluster_reports_its_members_without_joining_it(Service service) throws IOException {
        writeUsers("a better one");
        try (var cluster = new LocalCluster();
                var taken = taken()) {
            var node = cluster.start();
            var member = "127.0.0.1:" + LocalCluster.portOf(node);
            var settings = cluster.settings();
            Map<String, String> environment = new HashMap<>(Map.of(
                    "REGISTRAR_DATABASE_URI", service.databaseUri(),
                    "REGISTRAR_CLUSTER_NAME", settings.getString("name"),
                    "REGISTRAR_CLUSTER_SECRET", settings.getString("secret"),
                    "REGISTRAR_CLUSTER_PORT", Integer.toString(taken.getLocalPort()),
                    "REGISTRAR_CLUSTER_MEMBERS", member + ", 127.0.0.1:1"));
            var status = check(true, environment);
            assertThat(status).isEqualTo(StartFailure.ADDRESS.exitCode());
            assertThat(LocalCluster.sizeSeenBy(node)).isEqualTo(1);
            assertThat(lines())
                    .anyMatch(line -> line.matches("cluster.port +WRONG .*choose another cluster.port.*"))
                    .anyMatch(line ->
                            line.matches("other members +OK +%s is a node of this cluster, 127.0.0.1:1 is not running"
                                    .formatted(member)));

            environment.put("REGISTRAR_CLUSTER_SECRET", SECRET);
            var database = "127.0.0.1:" + URI.create(service.databaseUri()).getPort();
            environment.put("REGISTRAR_CLUSTER_MEMBERS", member + ", " + database);
            assertThat(check(true, environment)).isEqualTo(StartFailure.ADDRESS.exitCode());
            assertThat(lines())
                    .filteredOn(line -> line.matches("other members +WRONG .*"))
                    .singleElement()
                    .asString()
                    .contains(
                            member + ": it has another cluster.secret",
                            database + ": what listens there is not a Registrar node");
        }
    }

    @Test
    void a_check_reports_a_member_whose_name_has_no_address(Service service) throws IOException {
        writeUsers("a better one");
        int free;
        try (var socket = taken()) {
            free = socket.getLocalPort();
        }
        var status = check(
                true,
                Map.of(
                        "REGISTRAR_DATABASE_URI",
                        service.databaseUri(),
                        "REGISTRAR_CLUSTER_SECRET",
                        SECRET,
                        "REGISTRAR_CLUSTER_PORT",
                        Integer.toString(free),
                        "REGISTRAR_CLUSTER_MEMBERS",
                        "node.invalid"));
        assertThat(status).isEqualTo(StartFailure.CLUSTER.exitCode());
        assertThat(lines())
                .filteredOn(line -> line.contains("WRONG"))
                .singleElement()
                .asString()
                .matches("other members +WRONG .*the name node.invalid has no address.*");
    }
}
