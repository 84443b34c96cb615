package dev.registrar.gateway.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.launcher.node.Deployment;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.start.StartFailure;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What {@code --check} reports about the database. */
@ExtendWith(ServiceExtension.class)
class CheckOfDatabaseTest {
    private CheckRun check;

    @BeforeEach
    void a_configuration(@TempDir Path folder) throws IOException {
        check = new CheckRun(folder);
        check.writeUsers("a better one");
    }

    @Test
    void a_check_reports_the_right_that_the_database_user_lacks_with_the_statement_that_grants_it(Service service)
            throws SQLException {
        try (var session = service.databaseSession();
                var statement = session.createStatement()) {
            statement.execute("CREATE ROLE tenant LOGIN");
            statement.execute("CREATE DATABASE rented");
        }
        var uri = service.databaseUri().replaceAll("//.*@", "//tenant@").replaceAll("/[^/]*$", "/rented");
        assertThat(check.run(false, Map.of("REGISTRAR_DATABASE_URI", uri))).isEqualTo(StartFailure.SCHEMA.exitCode());
        assertThat(check.lines())
                .anyMatch(line -> line.matches("schema .* WRONG .*GRANT CREATE ON DATABASE rented TO tenant .*"));
    }

    @Test
    void a_check_of_an_empty_database_says_that_a_start_will_create_the_schemas(Service service) throws SQLException {
        try (var session = service.databaseSession();
                var statement = session.createStatement()) {
            statement.execute("CREATE DATABASE unused");
        }
        var uri = service.databaseUri().replaceAll("/[^/]*$", "/unused");
        assertThat(check.run(false, Map.of("REGISTRAR_DATABASE_URI", uri)))
                .as(check.output())
                .isZero();
        assertThat(check.lines())
                .filteredOn(line -> line.matches("schema .* OK +missing; a start creates it, V\\d+"))
                .hasSize(2);
    }

    @Test
    void a_check_of_a_schema_of_an_earlier_version_says_that_a_start_will_change_it(Service service)
            throws SQLException {
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
        assertThat(check.run(false, Map.of("REGISTRAR_DATABASE_URI", uri))).isZero();
        assertThat(check.lines())
                .anyMatch(line -> line.matches(
                        "schema \"registration\" +OK +V5; a start changes it to V\\d+ \\(migrations to run: \\d+\\)"))
                .anyMatch(line -> line.matches("schema \"course\" +OK +V\\d+"));
    }
}
