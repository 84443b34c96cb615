package dev.registrar.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.platform.operations.StartFailure;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Future;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
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
        check = CheckRun.withUsers(folder);
    }

    private static String uri(Service service, String user, String database) {
        return service.databaseUri().replaceAll("//.*@", "//" + user + "@").replaceAll("/[^/]*$", "/" + database);
    }

    private int run(String uri) {
        return check.run(false, Map.of("REGISTRAR_DATABASE_URI", uri));
    }

    private static Future<Void> migrate(Service service, String uri) {
        return new NodeDatabase(service.vertx(), Service.configuration(uri)).migrate(Deployment.SCHEMAS);
    }

    @Test
    void a_check_reports_the_right_that_the_database_user_lacks_with_the_statement_that_grants_it(Service service)
            throws SQLException {
        Sql.execute(service.databaseUri(), "CREATE ROLE tenant LOGIN", "CREATE DATABASE rented");
        assertThat(run(uri(service, "tenant", "rented"))).isEqualTo(StartFailure.SCHEMA.exitCode());
        assertThat(check.lines())
                .anyMatch(line -> line.matches("schema \"course\" +WRONG .* the user may not create it; .*"
                        + "GRANT CREATE ON DATABASE rented TO tenant; .*"));
    }

    @Test
    void pools_larger_than_max_connections_of_the_database_are_reported(Service service) {
        var settings = Map.of("REGISTRAR_DATABASE_URI", service.databaseUri(), "REGISTRAR_DATABASE_POOL_SIZE", "200");
        assertThat(check.run(false, settings)).isEqualTo(StartFailure.DATABASE.exitCode());
        assertThat(check.lines())
                .anyMatch(
                        line -> line.matches(
                                "database +WRONG +PostgreSQL at 127.0.0.1.*opens up to 1204.*max_connections.*database.pool-size.*"));
    }

    @Test
    void a_check_and_a_start_report_the_rights_that_the_user_of_the_service_lacks(Service service) throws SQLException {
        Sql.execute(service.databaseUri(), "CREATE ROLE clerk LOGIN", "CREATE DATABASE office");
        var asOwner = uri(service, "postgres:postgres", "office");
        var asClerk = uri(service, "clerk", "office");
        Await.success(migrate(service, asOwner));
        Sql.execute(
                asOwner,
                "GRANT USAGE ON SCHEMA course, registration, session, imports TO clerk",
                "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA course, registration, session, imports TO clerk",
                "GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA course, registration TO clerk",
                "REVOKE DELETE ON course.events FROM clerk",
                "REVOKE USAGE ON SEQUENCE course.events_position_seq FROM clerk");
        assertThat(run(asClerk)).isEqualTo(StartFailure.SCHEMA.exitCode());
        assertThat(check.lines())
                .anyMatch(line -> line.matches("schema \"course\" +WRONG .* lacks rights in its schema \"course\"; .*"))
                .anyMatch(line -> line.matches("schema \"registration\" +OK .*"))
                .anyMatch(line -> line.matches("schema \"audit\" +WRONG .* lacks rights in its schema \"audit\"; .*"));
        assertThatThrownBy(() -> Await.success(migrate(service, asClerk)))
                .hasStackTraceContaining("the user lacks rights in its schema \"course\"");
        var statements = Pattern.compile("GRANT [^;]+;")
                .matcher(check.output())
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(statements)
                .containsExactlyInAnyOrder(
                        "GRANT SELECT, INSERT, UPDATE, DELETE ON TABLE course.events TO clerk;",
                        "GRANT USAGE ON SEQUENCE course.events_position_seq TO clerk;",
                        "GRANT USAGE ON SCHEMA audit TO clerk;",
                        "GRANT SELECT, INSERT ON TABLE audit.audit_events TO clerk;");
        Sql.execute(asOwner, statements);
        assertThat(run(asClerk)).as(check.output()).isZero();
        assertThat(check.lines()).anyMatch(line -> line.matches("schema \"audit\" +OK +changes can be recorded"));
        Await.success(migrate(service, asClerk));
    }

    @Test
    void a_check_of_an_empty_database_says_that_a_start_will_create_the_schemas(Service service) throws SQLException {
        Sql.execute(service.databaseUri(), "CREATE DATABASE unused");
        assertThat(run(uri(service, "postgres:postgres", "unused")))
                .as(check.output())
                .isZero();
        assertThat(check.lines())
                .filteredOn(line -> line.matches("schema .* OK +missing; a start creates it, V\\d+"))
                .hasSize(4);
        assertThat(check.lines()).anyMatch(line -> line.matches("schema \"audit\" +OK +missing; a start creates it"));
    }

    @Test
    void a_check_of_a_schema_of_an_earlier_version_says_that_a_start_will_change_it(Service service)
            throws SQLException {
        Sql.execute(service.databaseUri(), "CREATE DATABASE earlier");
        var uri = uri(service, "postgres:postgres", "earlier");
        Await.success(migrate(service, uri));
        Sql.execute(
                uri,
                "UPDATE registration.schema_version SET version = 0",
                "DELETE FROM registration.flyway_schema_history WHERE description = 'Version of the schema'");
        assertThat(run(uri)).isZero();
        assertThat(check.lines())
                .anyMatch(line -> line.matches(
                        "schema \"registration\" +OK +V0; a start changes it to V\\d+ \\(migrations to run: \\d+\\)"))
                .anyMatch(line -> line.matches("schema \"course\" +OK +V\\d+"));
    }
}
