package dev.registrar.resource.database;

import static dev.registrar.resource.type.Attribute.integer;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toOne;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypeBuilder;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A declaration whose column no migration adds. */
@ExtendWith(LibraryExtension.class)
class ForgottenMigrationTest {
    private NewDatabase database;

    @BeforeEach
    void an_empty_database(Library library) throws SQLException {
        database = NewDatabase.create(library);
    }

    private static ResourceTypeBuilder books() {
        return ResourceType.named("books")
                .table("stock.books")
                .attribute(text("title").upTo(60));
    }

    private void migrate(ResourceTypeBuilder type) {
        database.migrate(new Schema("stock", 1, ResourceTypes.of(type.build())));
    }

    @Test
    void an_attribute_without_a_column_is_named_with_the_table_before_a_first_start() {
        assertThatThrownBy(() -> migrate(books().attribute(integer("ceiling_height"))))
                .hasStackTraceContaining(
                        "its schema \"stock\" cannot be brought up to date: stock.books has no column ceiling_height; add a migration");
    }

    @Test
    void a_relationship_without_a_column_is_named_with_the_table_when_the_schema_exists_already() {
        migrate(books());
        assertThatThrownBy(() -> migrate(books().relationship(toOne("twin", "books", "twin_id"))))
                .hasStackTraceContaining("stock.books has no column twin_id; add a migration");
    }
}
