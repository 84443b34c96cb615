package dev.registrar.resource.audit;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.copy;
import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.postgresql.Sql.execute;
import static dev.registrar.testing.postgresql.Sql.read;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.testing.postgresql.AuditRows;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Changes that do not come from a node are recorded, too. */
@ExtendWith(LibraryExtension.class)
class ChangesBySqlTest {
    private Library library;
    private String book;

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
}
