package dev.registrar.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.server.testing.node.ServiceProcess;
import dev.registrar.testing.certificate.IssuedCertificate;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.document.Documents;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.Sql;
import dev.registrar.testing.postgresql.TestDatabase;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** The runnable jar. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "Windows does not have these signals")
class RunnableJarIT {
    private static final Pattern READY = Pattern.compile("Registrar is ready(.*)");

    @AutoClose
    private static TestDatabase server;

    @TempDir
    private Path configuration;

    private String databaseUri;

    @BeforeAll
    static void start() throws IOException {
        server = ServiceDatabase.start();
    }

    @BeforeEach
    void an_empty_database() throws SQLException {
        databaseUri = Sql.newDatabase(server.uri());
    }

    @BeforeEach
    void users() throws IOException {
        CheckRun.writeUsers(configuration);
    }

    private ServiceProcess jar(Map<String, String> environment, String... arguments) {
        return ServiceProcess.launchJar(withDatabase(environment), withConfiguration(arguments));
    }

    private Map<String, String> withDatabase(Map<String, String> environment) {
        var all = new HashMap<>(environment);
        all.put("REGISTRAR_DATABASE_URI", databaseUri);
        return all;
    }

    private String[] withConfiguration(String... arguments) {
        return Stream.concat(Stream.of("--conf", configuration.toString()), Stream.of(arguments))
                .toArray(String[]::new);
    }

    private static Client admin(ServiceProcess node) {
        return Client.of(node.url()).withCredentials("admin", "a better one");
    }

    @Test
    void a_client_cannot_renegotiate_tls() throws IOException {
        var issued = IssuedCertificate.issue("server");
        var files = new PemFiles(configuration);
        files.write(issued);
        var node = jar(Map.of(
                "REGISTRAR_HTTP_TLS_CERTIFICATE",
                files.certificate().toString(),
                "REGISTRAR_HTTP_TLS_KEY",
                files.key().toString()));
        node.awaitLogged(READY);
        assertThat(node.url()).startsWith("https://127.0.0.1:");
        try (var socket =
                (SSLSocket) issued.trustingContext().getSocketFactory().createSocket("127.0.0.1", node.port())) {
            socket.setEnabledProtocols(new String[] {"TLSv1.2"});
            socket.startHandshake();
            socket.startHandshake();
            assertThatThrownBy(() -> {
                        socket.getOutputStream().write("GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(US_ASCII));
                        assertThat(socket.getInputStream().read()).isNotPositive();
                    })
                    .isInstanceOf(IOException.class);
        } finally {
            node.end("KILL");
        }
    }

    @Test
    void nodes_that_start_concurrently_on_an_empty_database_share_it() throws IOException {
        var before = jar(Map.of(), "--check", "--instances", "1");
        assertThat(before.awaitEnd()).as(before.output()).isZero();
        assertThat(before.output().lines())
                .anyMatch(line -> line.matches("configuration +OK .*"))
                .anyMatch(line -> line.matches("database +OK .*16"))
                .anyMatch(line -> line.matches("schema \"registration\" +OK +missing; a start creates it.*"));

        var nodeWithAllRoles = jar(Map.of(), "--instances", "2");
        var gateway = jar(Map.of(), "--roles", "gateway,course");
        var worker = jar(Map.of(), "--roles", "enrollment");
        List.of(nodeWithAllRoles, gateway, worker).forEach(node -> node.awaitLogged(READY));
        assertThat(worker.logged(READY)).isEqualTo(": enrollment");

        admin(nodeWithAllRoles)
                .post("/v1/courses/", Documents.course("SHARED1", "Shared"))
                .expectStatus(201);
        admin(gateway).get("/v1/courses/?filter[course_identifier]=SHARED1").expect("/meta/pagination/count", "1");
        admin(gateway).get("/v1/registrations/").expectStatus(503);

        var during = jar(Map.of(), "--check");
        assertThat(during.awaitEnd()).as(during.output()).isZero();
        assertThat(during.output()).doesNotContain("WRONG");
        List.of(nodeWithAllRoles, gateway, worker).forEach(node -> node.end("TERM"));
    }

    @Test
    void a_node_with_only_the_gateway_role_starts_without_a_database() {
        var gateway = ServiceProcess.launchJar(Map.of(), withConfiguration("--roles", "gateway"));
        gateway.awaitLogged(READY);
        admin(gateway).get("/v1/courses/").expectStatus(503);
        gateway.end("TERM");
    }

    @Test
    void the_options_help_and_version_print_the_options_the_exit_codes_and_the_version() {
        var help = jar(Map.of(), "--help");
        assertThat(help.awaitEnd()).isZero();
        assertThat(help.output()).contains("--instances", "--roles", "--cluster", "--migrate", "Exit codes");
        var version = jar(Map.of(), "--version");
        assertThat(version.awaitEnd()).isZero();
        assertThat(version.output()).matches("Registrar \\d+\\.\\d+\\.\\d+\\S*\\s");
        var export = ServiceProcess.launchJar(Map.of(), "export", "--help");
        assertThat(export.awaitEnd()).isZero();
        assertThat(export.output()).contains("--for-spreadsheet", "Exit codes");
    }

    @Test
    void the_jar_contains_neither_the_passwords_nor_the_database_of_the_development_service() throws IOException {
        try (var jar = new JarFile(System.getProperty("registrar.jar"))) {
            assertThat(jar.stream().map(ZipEntry::getName))
                    .contains("registrar.yaml")
                    .doesNotContain("users.properties", "sample-catalogue.json")
                    .noneMatch(name -> name.startsWith("io/zonky/") || name.endsWith(".txz"));
        }
    }
}
