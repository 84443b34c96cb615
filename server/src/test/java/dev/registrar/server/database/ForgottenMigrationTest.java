package dev.registrar.server.database;

import static dev.registrar.resource.type.Attribute.integer;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toOne;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.settings.Settings;
import dev.registrar.resource.schema.Migrations;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypeBuilder;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import dev.registrar.server.testing.Await;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.Sql;
import java.sql.SQLException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A declaration whose column no migration adds. */
@ExtendWith(ServiceExtension.class)
class ForgottenMigrationTest {
    private Service service;
    private DatabaseSettings settings;

    @BeforeEach
    void an_empty_database(Service service) throws SQLException {
        this.service = service;
        var uri = Sql.newDatabase(service.databaseUri());
        settings = Settings.read(Service.configuration(uri), "database", DatabaseSettings.class);
    }

    private static ResourceTypeBuilder studios() {
        return ResourceType.named("studios")
                .table("campus.studios")
                .attribute(text("studio_name").upTo(60));
    }

    private void migrate(ResourceTypeBuilder type) {
        var schema = new Schema("campus", 1, ResourceTypes.of(type.build()));
        Await.success(Migrations.run(service.vertx(), settings, schema));
    }

    @Test
    void an_attribute_without_a_column_is_named_with_the_table_before_a_first_start() {
        assertThatThrownBy(() -> migrate(studios().attribute(integer("ceiling_height"))))
                .hasStackTraceContaining(
                        "its schema \"campus\" cannot be brought up to date: campus.studios has no column ceiling_height; add a migration");
    }

    @Test
    void a_relationship_without_a_column_is_named_with_the_table_when_the_schema_exists_already() {
        migrate(studios());
        assertThatThrownBy(() -> migrate(studios().relationship(toOne("twin", "studios", "twin_id"))))
                .hasStackTraceContaining("campus.studios has no column twin_id; add a migration");
    }
}
