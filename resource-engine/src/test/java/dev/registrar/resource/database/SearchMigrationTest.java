package dev.registrar.resource.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.testing.LibraryTypes;
import dev.registrar.testing.postgresql.Sql;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The indexes of searches are built again when what they contain has changed. */
@ExtendWith(LibraryExtension.class)
class SearchMigrationTest {

    private static String versionOfIndex(NewDatabase database) {
        return Sql.readOne(database.uri(), "SELECT 'stock.books_search_idx'::regclass::oid");
    }

    @Test
    void a_start_without_changes_does_not_build_the_search_index_again(Library library) throws SQLException {
        var database = NewDatabase.create(library);
        database.migrate(LibraryTypes.STOCK);
        var built = versionOfIndex(database);
        database.execute(
                "UPDATE stock.flyway_schema_history SET checksum = 1 WHERE description = 'triggers of events'");
        database.migrate(LibraryTypes.STOCK);
        assertThat(versionOfIndex(database)).isEqualTo(built);
        database.execute("UPDATE stock.flyway_schema_history SET checksum = 1 WHERE description = 'search indexes'");
        database.migrate(LibraryTypes.STOCK);
        assertThat(versionOfIndex(database)).isNotEqualTo(built);
    }
}
