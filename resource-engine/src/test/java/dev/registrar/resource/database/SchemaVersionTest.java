package dev.registrar.resource.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.LibraryTypes;
import dev.registrar.resource.type.Schema;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Future;
import java.sql.SQLException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** During a rolling upgrade, nodes start on a schema that a newer version has migrated. */
@ExtendWith(LibraryExtension.class)
class SchemaVersionTest {
    private NewDatabase database;

    @BeforeEach
    void an_empty_database(Library library) throws SQLException {
        database = NewDatabase.create(library);
    }

    private void migrate() {
        database.migrate(LibraryTypes.STOCK);
    }

    private void newerVersion(int number, int oldestUser) throws SQLException {
        database.execute(
                "UPDATE stock.schema_version SET version = %s, oldest_user = %s".formatted(number, oldestUser));
    }

    private String definitionOfEvents() {
        return Sql.readOne(database.uri(), "SELECT pg_get_functiondef('stock.books_resource'::regproc)");
    }

    @Test
    void nodes_can_migrate_concurrently() {
        var nodes = Stream.generate(() -> database.migration(LibraryTypes.STOCK))
                .limit(5)
                .toList();
        assertThatCode(() -> Await.success(Future.join(nodes))).doesNotThrowAnyException();
    }

    @Test
    void a_schema_extended_by_a_newer_version_is_used_unchanged() throws SQLException {
        migrate();
        database.execute("""
                CREATE OR REPLACE FUNCTION stock.books_resource(r stock.books) RETURNS jsonb LANGUAGE sql STABLE
                AS $$ SELECT '{"type": "of a newer version"}'::jsonb $$;
                UPDATE stock.flyway_schema_history SET checksum = 1 WHERE description = 'triggers of events'""");
        newerVersion(4711, 1);
        migrate();
        assertThat(definitionOfEvents()).contains("of a newer version");
    }

    @Test
    void a_schema_that_lacks_something_this_version_needs_is_rejected_and_named() throws SQLException {
        migrate();
        newerVersion(4711, 4710);
        assertThatThrownBy(() -> migrate())
                .hasStackTraceContaining("schema \"stock\" is newer than this version of Registrar")
                .hasStackTraceContaining("cannot work with V4711: that needs V4710 or later");
    }

    @Test
    void a_declared_version_is_recorded_with_the_oldest_one_that_can_work_with_it() throws SQLException {
        migrate();
        var next = new Schema("stock", 4711, 4710, LibraryTypes.STOCK.types());
        database.migrate(next);
        assertThatThrownBy(() -> migrate()).hasStackTraceContaining("that needs V4710 or later");
        var after = new Schema("stock", 4712, 4711, LibraryTypes.STOCK.types());
        database.migrate(after);
        assertThatCode(() -> database.migrate(next)).doesNotThrowAnyException();
    }

    /** Its history has several versioned migrations, and no version was recorded. */
    @Test
    void a_schema_from_before_the_first_release_is_rejected_with_what_to_do() throws SQLException {
        migrate();
        database.execute("DROP TABLE stock.schema_version", """
                INSERT INTO stock.flyway_schema_history
                SELECT max(installed_rank) + 1, '9', 'names in dictionary order', 'SQL', 'V9__names_in_dictionary_order.sql', 1,
                    'postgres', now(), 5, true
                FROM stock.flyway_schema_history""");
        assertThatThrownBy(() -> migrate())
                .hasStackTraceContaining(
                        "The schema \"stock\" was created by a version of Registrar from before its first release")
                .hasStackTraceContaining(
                        "use an empty database, or drop the schemas course, registration and audit, and load the data again");
        assertThat(Sql.read(database.uri(), "SELECT to_regclass('stock.schema_version') IS NULL"))
                .containsExactly("t");
    }
}
