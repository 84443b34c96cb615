package dev.registrar.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.operations.StartFailure;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What {@code --check} reports about the configuration and this machine. */
@ExtendWith(ServiceExtension.class)
class CheckTest {
    @TempDir
    private Path folder;

    private CheckRun check;

    @BeforeEach
    void a_configuration() {
        check = new CheckRun(folder);
    }

    @Test
    void a_check_without_errors_reports_every_item_as_well_and_exits_with_0(Service service) throws IOException {
        CheckRun.writeUsers(folder);
        assertThat(check.run(false, Map.of("REGISTRAR_DATABASE_URI", service.databaseUri())))
                .as(check.output())
                .isZero();
        assertThat(check.lines())
                .hasSize(12)
                .anyMatch(line -> line.matches("database +OK +PostgreSQL at .*"))
                .allMatch(line -> line.contains(" OK "));
    }

    @Test
    void a_check_reports_every_wrong_setting_by_name() throws IOException {
        check.write("users.properties", """
                user.dean = a better one,dean
                user.admin = admin,dean
                role.dean = *
                """);
        check.write("registrar.yaml", """
                http:
                  cors-origins: http://intranet.example.edu:80
                  trusted-proxies: 192.0.2.7, balancer
                enrolment:
                  lease: 3 s
                """);
        try (var operations = CheckRun.taken()) {
            var status = check.run(
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
        assertThat(check.lines())
                .anyMatch(line -> line.matches("configuration +WRONG .*enrolment.lease.*enrollment.lease.*"))
                .anyMatch(line -> line.matches("configuration +WRONG .*REGISTRAR_HTTP_PROT .*REGISTRAR_HTTP_PORT.*"))
                .anyMatch(line -> line.matches(
                        "configuration +WRONG +http.cors-origins: \"http://intranet.example.edu:80\" is not .*"))
                .anyMatch(line -> line.matches("configuration +WRONG +http.trusted-proxies: \"balancer\" is not .*"))
                .anyMatch(line -> line.matches("configuration +WRONG +events.retention .*REGISTRAR_EVENTS_RETENTION.*"))
                .anyMatch(line -> line.matches("users +WRONG .*the default password of admin is public.*"))
                .anyMatch(line -> line.matches("certificate +- .*"))
                .anyMatch(line -> line.matches("operations.port +WRONG .*in use.*choose another operations.port.*"))
                .anyMatch(line -> line.matches("database +WRONG +PostgreSQL at 127.0.0.1:1.*"))
                .noneMatch(line -> line.contains("s3cr3t"));
    }

    @Test
    void a_check_reports_each_malformed_entry_of_the_verticles_and_whether_they_can_be_found(@TempDir Path jars)
            throws IOException {
        CheckRun.writeUsers(folder);
        check.write("registrar.yaml", """
                verticles:
                  deploy:
                    - { name: org.example.One, instances: zero }
                    - { name: org.example.Two, instances: 0 }
                    - { nmae: org.example.Three, config: 3 }
                    - org.example.Four
                    -
                """);
        assertThat(check.run(false, Map.of("REGISTRAR_DATABASE_URI", "postgresql://registrar@127.0.0.1:1/uni")))
                .isEqualTo(StartFailure.CONFIGURATION.exitCode());
        assertThat(check.lines())
                .filteredOn(line -> line.contains("verticles.deploy"))
                .anyMatch(line -> line.matches(
                        "configuration +WRONG .*deploy\\[org.example.One].instances must be a whole number.*zero.*"))
                .anyMatch(line ->
                        line.matches("configuration +WRONG .*instances of org.example.Two must be from 1 to .*"))
                .anyMatch(line -> line.matches("configuration +WRONG .*deploy\\[2].name must be a text"))
                .anyMatch(line -> line.matches("configuration +WRONG .*deploy\\[2].config must be a section of keys"))
                .anyMatch(line -> line.matches("configuration +WRONG .*no configuration key .*deploy\\[2].nmae.*"))
                .anyMatch(line -> line.matches("configuration +WRONG .*deploy\\[3] must be a section of keys"))
                .anyMatch(line -> line.matches("configuration +WRONG .*deploy\\[4] must be a section of keys"));

        check.write("registrar.yaml", """
                verticles:
                  deploy: [{ name: "org.example.One" }]
                  folder: %s
                """.formatted(jars));
        var unused = check.run(false, Map.of("REGISTRAR_DATABASE_URI", "postgresql://registrar@127.0.0.1:1/uni"));
        assertThat(check.lines())
                .anyMatch(line -> line.matches("verticles +WRONG +verticles.folder: there is no jar in .*"));
    }

    @Test
    void a_check_judges_nothing_by_defaults_if_a_file_cannot_be_read() throws IOException {
        check.write("registrar.yaml", """
                database:
                  pool-size: 7
                  uri: postgresql://registrar:s3cr: t@db/uni
                """);
        assertThat(check.run(false, Map.of())).isEqualTo(StartFailure.CONFIGURATION.exitCode());
        assertThat(check.lines())
                .anyMatch(line ->
                        line.matches("configuration +WRONG +registrar.yaml is not valid YAML.* line 3, .*quote.*"))
                .anyMatch(line -> line.matches("everything else +- +not checked.*"))
                .noneMatch(line -> line.matches("(users|http.port|database) .*|.*s3cr.*"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    user.a = s3cr3t                    | user.a has no role .*
                    user.a = s3cr3t,deann              | user.a has the role deann, but there is no line role.deann
                    user.a = s3cr3t,r ; role.r = fly   | role.r has the unknown scope fly; the scopes are read, create, .*
                    user.a = s3cr3t,r ; user = s3cr3t,r | line 2 must be user.NAME = PASSWORD,ROLE,.*
                    ; role.r = read                    | there is no user; .*
                    user.a = s3cr3t,uni:jd2031         | user.a has no role .*
                    user.a = s3cr3t,r,uni: ; role.r = read | user.a is bound to a person who cannot exist; write uni:UNI, where .*
                    user.a = s3cr3t,r,uni:a b​ ; role.r = read | user.a is bound to a person who cannot exist; .*
                    user.a = s3cr3t,r,uni:a,uni:b ; role.r = read | user.a is bound to several persons
                    user.a = s3cr3t,r,uni:a ; role.r = * | user.a is bound to a person, but has the scope administrative, .*
                    """)
    void users_who_could_do_nothing_are_reported_by_name(String content, String error) throws IOException {
        check.write("users.properties", content.replace("; ", "\n"));
        assertThat(check.run(false, Map.of())).isEqualTo(StartFailure.CONFIGURATION.exitCode());
        assertThat(check.lines())
                .anyMatch(line ->
                        line.matches("users +WRONG +authentication.users-file: in .*users.properties, " + error))
                .noneMatch(line -> line.contains("s3cr3t"));
    }

    @Test
    void a_check_reports_a_port_in_use_together_with_unreadable_files(Service service) throws IOException {
        try (var http = CheckRun.taken()) {
            var status = check.run(
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
        assertThat(check.lines())
                .anyMatch(line -> line.matches("users +WRONG .*nobody.properties cannot be read.*write this file.*"
                        + "authentication.basic to false.*looked for in " + folder + " and .*"))
                .anyMatch(line -> line.matches("certificate +WRONG +http.tls-certificate: no.pem cannot be read.*"))
                .anyMatch(line -> line.matches("http.port +WRONG .*choose another http.port.*"))
                .anyMatch(line -> line.matches("operations.port +OK +not used: metrics and health are off"))
                .anyMatch(line -> line.matches("database +OK .*"));
    }
}
