package dev.registrar.resource.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.LibraryTypes;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Only the owner may rewrite the audit, also where new tables are open to others by default. */
@ExtendWith(LibraryExtension.class)
class AuditPrivilegesTest {
    private static String asArchivist;

    @BeforeAll
    static void a_database_whose_new_tables_are_open_to_everybody(Library library) throws SQLException {
        Sql.execute(library.databaseUri(), "CREATE ROLE \"Archivist\" LOGIN");
        var uri = Sql.newDatabase(library.databaseUri());
        Sql.execute(
                uri,
                "ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO PUBLIC",
                "ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO PUBLIC, \"Archivist\"");
        Await.success(new NodeDatabase(library.vertx(), Library.settings(uri)).migrate(LibraryTypes.SCHEMAS));
        asArchivist = uri.replaceFirst("//[^@]*@", "//Archivist@");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE audit.audit_events SET action = 'created'",
                "DELETE FROM audit.audit_events",
                "TRUNCATE audit.audit_events",
            })
    void others_cannot_rewrite_it(String statement) {
        assertThatThrownBy(() -> Sql.execute(asArchivist, statement))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).isEqualTo("42501"));
    }

    @Test
    void others_keep_the_rights_to_read_it_and_to_add_to_it() throws SQLException {
        Sql.execute(asArchivist, """
                INSERT INTO audit.audit_events (action, resource_type, resource_id)
                VALUES ('noted', 'archive', gen_random_uuid())""");
        assertThat(Sql.count(asArchivist, "audit.audit_events WHERE action = 'noted' AND caller_name = 'Archivist'"))
                .isEqualTo(1);
    }
}
