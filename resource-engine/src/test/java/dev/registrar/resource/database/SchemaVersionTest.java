package dev.registrar.resource.database;

import static dev.registrar.resource.type.Attribute.integer;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toOne;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.settings.Settings;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.LibraryTypes;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypeBuilder;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A start on a new schema, and on one that this, an older or a newer version has migrated, as during a rolling upgrade. */
@ExtendWith(LibraryExtension.class)
class SchemaVersionTest {
    private Vertx vertx;
    private String uri;

    @BeforeEach
    void an_empty_database(Library library) throws SQLException {
        vertx = library.vertx();
        uri = Sql.newDatabase(library.databaseUri());
    }

    private void execute(String... statements) throws SQLException {
        Sql.execute(uri, statements);
    }

    private void migrate() {
        migrate(LibraryTypes.STOCK);
    }

    /** Migrates a schema as a start of this version does. */
    private void migrate(Schema schema) {
        Await.success(migration(schema));
    }

    private Future<Void> migration(Schema schema) {
        var settings = Settings.read(Library.settings(uri), "database", DatabaseSettings.class);
        return Migrations.run(vertx, settings, schema);
    }

    private void newerVersion(int number, int oldestUser) throws SQLException {
        execute("UPDATE stock.schema_version SET version = %s, oldest_user = %s".formatted(number, oldestUser));
    }

    private String definitionOfEvents() {
        return Sql.readOne(uri, "SELECT pg_get_functiondef('stock.books_resource'::regproc)");
    }

    @Test
    void a_migration_logs_the_versions_of_the_schema_before_and_after() {
        try (var log = RecordedLog.start(this)) {
            migrate();
            migrate(new Schema("stock", 71, LibraryTypes.STOCK.types()));
            assertThat(log.messages(Level.INFO))
                    .anyMatch(message -> message.matches(
                            "The schema \"stock\" was missing and is V\\d+ now \\(migrations run: \\d+\\)"))
                    .anyMatch(message ->
                            message.matches("The schema \"stock\" was V\\d+ and is V71 now \\(migrations run: 1\\)"));
        }
    }

    private static Schema withBooks(UnaryOperator<ResourceTypeBuilder> more) {
        var books = ResourceType.named("books")
                .table("stock.books")
                .attribute(text("title").upTo(60));
        return new Schema("stock", 1, ResourceTypes.of(more.apply(books).build()));
    }

    @Test
    void what_no_migration_adds_is_named_with_its_table_before_a_first_start_and_when_the_schema_exists_already() {
        assertThatThrownBy(() -> migrate(withBooks(books -> books.attribute(integer("ceiling_height")))))
                .hasStackTraceContaining(
                        "its schema \"stock\" cannot be brought up to date: stock.books has no column ceiling_height; add a migration");
        migrate(withBooks(books -> books));
        assertThatThrownBy(() -> migrate(withBooks(books -> books.relationship(toOne("twin", "books", "twin_id")))))
                .hasStackTraceContaining("stock.books has no column twin_id; add a migration");
    }

    @Test
    void nodes_can_migrate_concurrently() {
        var nodes =
                Stream.generate(() -> migration(LibraryTypes.STOCK)).limit(5).toList();
        assertThatCode(() -> Await.success(Future.join(nodes))).doesNotThrowAnyException();
    }

    @Test
    void a_schema_extended_by_a_newer_version_is_used_unchanged() throws SQLException {
        migrate();
        execute("""
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
        migrate(next);
        assertThatThrownBy(() -> migrate()).hasStackTraceContaining("that needs V4710 or later");
        var after = new Schema("stock", 4712, 4711, LibraryTypes.STOCK.types());
        migrate(after);
        assertThatCode(() -> migrate(next)).doesNotThrowAnyException();
    }

    /** Its history has several versioned migrations, and no version was recorded. */
    @Test
    void a_schema_from_before_the_first_release_is_rejected_with_what_to_do() throws SQLException {
        migrate();
        execute("DROP TABLE stock.schema_version", """
                INSERT INTO stock.flyway_schema_history
                SELECT max(installed_rank) + 1, '9', 'names in dictionary order', 'SQL', 'V9__names_in_dictionary_order.sql', 1,
                    'postgres', now(), 5, true
                FROM stock.flyway_schema_history""");
        assertThatThrownBy(() -> migrate())
                .hasStackTraceContaining(
                        "The schema \"stock\" was created by a version of Registrar from before its first release")
                .hasStackTraceContaining(
                        "use an empty database, or drop the schemas course, registration and audit, and load the data again");
        assertThat(Sql.read(uri, "SELECT to_regclass('stock.schema_version') IS NULL"))
                .containsExactly("t");
    }

    private void start() {
        LibraryTypes.SCHEMAS.forEach(this::migrate);
    }

    private String lastMigrationOf(String schema) {
        return Sql.readOne(uri, "SELECT max(installed_rank)::text FROM %s.flyway_schema_history".formatted(schema));
    }

    /** Versions may also have dropped a repeatable migration. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE lending.flyway_schema_history SET checksum = 71 WHERE description = 'resource counts'",
                "DELETE FROM lending.flyway_schema_history WHERE description = 'events'"
            })
    void a_migration_that_has_changed_or_is_missing_runs_again_in_its_schema_only(String change) throws SQLException {
        start();
        execute(change);
        execute("UPDATE lending.flyway_schema_history SET description = 'dropped', script = 'R__dropped.sql'"
                + " WHERE description = 'idempotency keys'");
        var book = lastMigrationOf("stock");
        var loan = lastMigrationOf("lending");
        start();
        assertThat(lastMigrationOf("lending")).isNotEqualTo(loan);
        assertThat(lastMigrationOf("stock")).isEqualTo(book);
        loan = lastMigrationOf("lending");
        start();
        assertThat(lastMigrationOf("lending")).isEqualTo(loan);
    }

    private String versionOfSearchIndex() {
        return Sql.readOne(uri, "SELECT 'stock.books_search_idx'::regclass::oid");
    }

    @Test
    void the_search_index_is_built_again_only_when_what_it_contains_has_changed() throws SQLException {
        start();
        var built = versionOfSearchIndex();
        execute("UPDATE stock.flyway_schema_history SET checksum = 1 WHERE description = 'triggers of events'");
        start();
        assertThat(versionOfSearchIndex()).isEqualTo(built);
        execute("UPDATE stock.flyway_schema_history SET checksum = 1 WHERE description = 'search indexes'");
        start();
        assertThat(versionOfSearchIndex()).isNotEqualTo(built);
    }
}
