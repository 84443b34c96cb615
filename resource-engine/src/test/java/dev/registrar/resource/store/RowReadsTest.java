package dev.registrar.resource.store;

import static dev.registrar.resource.testing.LibraryTypes.book;
import static dev.registrar.resource.testing.LibraryTypes.copy;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Relationship.toOne;
import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.DatabaseSettings;
import dev.registrar.platform.database.Pool;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.bus.Preconditions;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.testing.Library;
import dev.registrar.resource.testing.LibraryExtension;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;

/** A change on a condition reads its row once: each read of a row here takes a number of a sequence. */
@ExtendWith(LibraryExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RowReadsTest {
    private static final Attribute IDENTIFIER = text("barcode").required();
    private static final ResourceType TYPE = ResourceType.named("copies")
            .table("stock.copies")
            .attribute(IDENTIFIER)
            .relationship(toOne("stock", "books", "book_id"))
            .meta("reads", "to_jsonb(nextval('row_reads'))")
            .build();

    private Vertx vertx;
    private ResourceChanges changes;
    private ConditionalChange change;

    @BeforeAll
    void rows_that_count_their_reads(Library library) throws SQLException {
        vertx = Vertx.vertx();
        var configuration = Library.settings(library.databaseUri());
        var settings = Settings.read(configuration, "database", DatabaseSettings.class);
        var limits = TimeLimits.in(configuration);
        var database = Await.success(Database.open(vertx, settings, limits, Pool.WRITE));
        changes = new ResourceChanges(database);
        Sql.execute(library.databaseUri(), "CREATE SEQUENCE row_reads");
    }

    @BeforeEach
    void a_change_of_any_state_that_is_there(Library library) {
        var book = library.newBook();
        var id = library.create("copies", copy(unique("READ"), book));
        var deadline = Deadline.in(Duration.ofMinutes(1));
        var request = ResourceRequest.of(Action.UPDATE, Caller.unbound("test", Set.of("update")), "", deadline, "test");
        change = new ConditionalChange(
                RequestScope.of(ResourceTypes.of(TYPE), TYPE, request),
                UUID.fromString(id),
                Actor.system("test"),
                ResourceQuery.PLAIN,
                new Preconditions(Optional.of("*"), Optional.empty()),
                found -> "\"any\"");
    }

    @AfterAll
    void close() {
        Await.success(vertx.close());
    }

    private static ResourceDraft renamed() {
        return new ResourceDraft(Map.of(IDENTIFIER, unique("READ")), Map.of(), Map.of());
    }

    private static long reads(Library library) {
        return Sql.readNumber(library.databaseUri(), "SELECT nextval('row_reads')");
    }

    @Test
    void a_change_with_or_without_a_rule_reads_its_row_once_and_returns_it_and_a_deletion_reads_it_once(
            Library library) {
        for (var operation : List.<Supplier<Future<? extends Optional<?>>>>of(
                () -> changes.update(change, renamed()),
                () -> changes.update(change, renamed(), (row, draft) -> draft))) {
            var before = reads(library);
            Optional<?> changed = Await.success(operation.get());
            assertThat(changed).isPresent();
            assertThat(reads(library) - before - 1).isEqualTo(2);
        }
        var before = reads(library);
        assertThat(Await.success(changes.delete(change))).isTrue();
        assertThat(reads(library) - before - 1).isEqualTo(1);
    }
}
