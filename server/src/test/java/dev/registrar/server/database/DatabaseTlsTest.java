package dev.registrar.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.course.CourseVerticle;
import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.database.Pool;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.certificate.CertificateAuthority;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A PostgreSQL that accepts only TLS, with a certificate of a private authority. Migrations and statements treat the TLS
 * parameters of {@code database.uri} alike.
 */
@ExtendWith(ServiceExtension.class)
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "PostgreSQL requires that only its owner can read the key")
class DatabaseTlsTest {
    private static final String HOST = "localhost";

    @TempDir
    private static Path directory;

    private static CertificateAuthority authority;
    private static CertificateAuthority otherAuthority;

    @AutoClose
    private static Service service;

    @BeforeAll
    static void a_service_whose_database_accepts_only_tls() throws Exception {
        authority = new CertificateAuthority(directory, "own");
        otherAuthority = new CertificateAuthority(directory, "other");
        service = Service.start(new JsonObject(), DatabaseTlsTest::withTls);
    }

    private static String withTls(String databaseUri) {
        try (var session = Sql.session(databaseUri);
                var statement = session.createStatement()) {
            statement.execute("ALTER SYSTEM SET ssl_cert_file = '%s'".formatted(authority.issueFor(HOST)));
            statement.execute("ALTER SYSTEM SET ssl_key_file = '%s'".formatted(authority.keyOf(HOST)));
            statement.execute("ALTER SYSTEM SET ssl = on");
            var file = statement.executeQuery("SHOW hba_file");
            file.next();
            Files.writeString(Path.of(file.getString(1)), "hostssl all all all trust");
            statement.execute("SELECT pg_reload_conf()");
            Await.until("PostgreSQL accepts only TLS", () -> !acceptsPlaintext(databaseUri));
        } catch (SQLException | IOException e) {
            throw new AssertionError(e);
        }
        return databaseUri.replace("127.0.0.1", HOST) + "?sslmode=verify-full&sslrootcert=" + authority.certificate();
    }

    private static boolean acceptsPlaintext(String databaseUri) {
        try (var session = DriverManager.getConnection(Sql.jdbcUrl(databaseUri) + "?sslmode=disable", "postgres", "")) {
            return session.isValid(1);
        } catch (SQLException rejected) {
            return false;
        }
    }

    private static final TimeLimits LIMITS = TimeLimits.in(Service.configuration("postgresql://nobody@localhost/none"));

    private static DatabaseSettings settings(String host, String parameters) {
        return settings(service.databaseUri().replace("127.0.0.1", host) + "?"
                + parameters
                        .replace("OWN", authority.certificate().toString())
                        .replace("OTHER", otherAuthority.certificate().toString()));
    }

    private static DatabaseSettings settings(String databaseUri) {
        return Settings.read(Service.configuration(databaseUri), "database", DatabaseSettings.class);
    }

    private static Future<Void> migrate(DatabaseSettings settings) {
        return completed(Migrations.run(service.vertx(), settings, CourseVerticle.SCHEMA));
    }

    private static Future<Database> open(DatabaseSettings settings) {
        return completed(Database.open(service.vertx(), settings, LIMITS, Pool.READ));
    }

    private static <T> Future<T> completed(Future<T> future) {
        Await.until("the future is complete", future::isComplete);
        return future;
    }

    @Test
    void the_service_works_with_a_database_that_accepts_only_tls() {
        service.reader().get("/v1/courses/").expectStatus(200);
    }

    @Test
    void a_database_without_tls_can_be_used_with_sslmode_prefer_but_not_with_require(Service withoutTls) {
        var uri = withoutTls.databaseUri();
        assertThat(open(settings(uri + "?sslmode=prefer")).succeeded()).isTrue();
        assertThat(open(settings(uri + "?sslmode=require")).failed()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, sslmode=allow",
        "localhost, sslmode=prefer",
        "localhost, sslmode=require",
        "127.0.0.1, sslmode=require",
        "localhost, sslmode=require&sslrootcert=OWN",
        "localhost, sslmode=verify-ca&sslrootcert=OWN",
        "127.0.0.1, sslmode=verify-ca&sslrootcert=OWN",
        "localhost, sslmode=verify-full&sslrootcert=OWN"
    })
    void connections_succeed_when_the_server_satisfies_the_sslmode(String host, String parameters) {
        assertThat(migrate(settings(host, parameters)).succeeded()).isTrue();
        assertThat(open(settings(host, parameters)).succeeded()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"sslmode=verify-full", "sslmode=verify-full&sslrootcert=OTHER"})
    void an_authority_that_is_not_trusted_is_reported_with_the_parameter_that_names_it(String parameters) {
        assertThat(migrate(settings("localhost", parameters)).cause())
                .hasMessageContaining("no authority that is trusted has issued its certificate")
                .hasMessageContaining("name the right one by sslrootcert in database.uri");
    }

    @ParameterizedTest
    @CsvSource({
        "localhost, sslmode=disable",
        "localhost, sslmode=require&sslrootcert=OTHER",
        "localhost, sslmode=verify-ca&sslrootcert=OTHER",
        "localhost, sslmode=verify-full&sslrootcert=OTHER",
        "127.0.0.1, sslmode=verify-full&sslrootcert=OWN",
        "localhost, sslmode=verify-ca",
        "localhost, sslmode=verify-full"
    })
    void connections_fail_when_the_server_does_not_satisfy_the_sslmode(String host, String parameters) {
        assertThat(migrate(settings(host, parameters)).failed()).isTrue();
        assertThat(open(settings(host, parameters)).cause()).hasMessageContaining("PostgreSQL at " + host);
    }
}
