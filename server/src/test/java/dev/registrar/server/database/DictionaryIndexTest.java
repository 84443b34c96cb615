package dev.registrar.server.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.DocumentedDatabase;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.postgresql.Sql;
import java.io.IOException;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Names are sorted by ICU, a library of the machine of PostgreSQL. */
@ExtendWith(ServiceExtension.class)
class DictionaryIndexTest {

    @Test
    void the_documented_statements_build_the_index_again_after_an_upgrade_of_icu(Service service)
            throws SQLException, IOException {
        var database = Sql.newDatabase(service.databaseUri());
        ServiceDatabase.migrate(database);
        Sql.execute(database, "UPDATE pg_collation SET collversion = '1.4' WHERE collname = 'und-x-icu'");
        var index = "SELECT relfilenode FROM pg_class WHERE relname = 'courses_course_name_dictionary_idx'";
        var former = Sql.readOne(database, index);
        Sql.execute(database, DocumentedDatabase.statements("sql icu"));
        assertThat(Sql.readOne(database, index)).isNotEqualTo(former);
        assertThat(
                        Sql.readOne(
                                database,
                                "SELECT collversion = pg_collation_actual_version(oid) FROM pg_collation WHERE collname = 'und-x-icu'"))
                .isEqualTo("t");
    }

    /** What the documentation promises: after an upgrade of ICU, no other index has to be built again. */
    @Test
    void only_the_indexes_of_names_depend_on_icu(Service service) throws SQLException {
        assertThat(Sql.read(service.databaseUri(), """
                        SELECT DISTINCT objid::regclass FROM pg_depend JOIN pg_collation ON refobjid = pg_collation.oid
                        WHERE refclassid = 'pg_collation'::regclass AND classid = 'pg_class'::regclass AND collprovider <> 'b'""")).containsExactly("course.courses_course_name_dictionary_idx");
    }
}
