package dev.registrar.resource.audit;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.copy;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.postgresql.Sql.execute;
import static dev.registrar.testing.postgresql.Sql.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.LibraryTypes;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.AuditRows;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The audit and SQL: changes that do not come from a node are recorded, too, and only the owner may rewrite what is. */
@ExtendWith(LibraryExtension.class)
class ChangesBySqlTest {
    private Library library;
    private String book;

    private static String asArchivist;

    @BeforeEach
    void a_book(Library shared) {
        library = shared;
        book = library.newBook();
    }

    /** Runs statements in a transaction. */
    private void commit(String... statements) throws SQLException {
        try (var session = library.databaseSession()) {
            session.setAutoCommit(false);
            execute(session, statements);
            session.commit();
        }
    }

    private JsonObject lastChange() {
        var rows = AuditRows.of(library.databaseUri(), book);
        return rows.get(rows.size() - 1);
    }

    @Test
    void a_change_by_sql_is_recorded_with_the_role_of_the_database() throws SQLException {
        commit("DELETE FROM stock.books WHERE id = '%s'".formatted(book));
        var row = lastChange();
        assertThat(row.getString("action")).isEqualTo("deleted");
        assertThat(row.getString("caller_kind")).isEqualTo("database");
        assertThat(row.getString("caller_name")).isEqualTo("postgres");
        assertThat(row.getValue("request_id")).isNull();
    }

    @Test
    void a_change_by_sql_in_another_role_is_recorded_with_the_role_that_has_logged_in() throws SQLException {
        var other = unique("deputy");
        commit(
                "CREATE ROLE %s SUPERUSER".formatted(other),
                "SET LOCAL ROLE " + other,
                "UPDATE stock.books SET title = 'Grammar' WHERE id = '%s'".formatted(book));
        assertThat(lastChange().getString("caller_name")).isEqualTo("postgres");
    }

    @Test
    void a_change_by_sql_is_not_recorded_with_the_caller_of_an_earlier_transaction_of_its_connection()
            throws SQLException {
        try (var session = library.databaseSession()) {
            session.setAutoCommit(false);
            execute(session, """
                    SELECT set_config('registrar.authtype', 'user', true), set_config('registrar.authid', 'dean', true),
                        set_config('registrar.request', '{"id": "dean-1", "subject": "dean"}', true)""");
            session.commit();
            execute(session, "UPDATE stock.books SET title = 'Grammar' WHERE id = '%s'".formatted(book));
            session.commit();
        }
        var row = lastChange();
        assertThat(row.getString("caller_kind") + " " + row.getString("caller_name"))
                .isEqualTo("database postgres");
        assertThat(row.getValue("caller_subject")).isNull();
        assertThat(row.getValue("request_id")).isNull();
    }

    @Test
    void all_resources_that_are_truncated_are_recorded_with_an_event_each() throws SQLException {
        var copy = library.create("copies", copy(unique("SQLCOPY"), book));
        try (var session = library.databaseSession()) {
            session.setAutoCommit(false);
            execute(session, "TRUNCATE stock.books CASCADE");
            for (var deleted : List.of(book, copy)) {
                assertThat(read(session, """
                        SELECT before ->> 'id' FROM audit.audit_events
                        WHERE resource_id = '%s' AND action = 'deleted'""".formatted(deleted))).containsExactly(deleted);
                assertThat(read(session, """
                        SELECT document ->> 'id' FROM stock.events
                        WHERE subject = '%s' AND change = 'deleted'""".formatted(deleted))).containsExactly(deleted);
            }
            session.rollback();
        }
    }

    @Test
    void the_id_of_a_resource_cannot_change_because_its_history_would_be_lost() {
        assertThatThrownBy(() -> commit("""
                        UPDATE stock.books SET title = 'Rhetoric', id = gen_random_uuid()
                        WHERE id = '%s'""".formatted(book)))
                .isInstanceOfSatisfying(
                        SQLException.class,
                        failure -> assertThat(failure.getSQLState()).isEqualTo("23000"));
    }

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
