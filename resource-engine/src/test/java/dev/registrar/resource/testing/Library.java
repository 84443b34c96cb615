package dev.registrar.resource.testing;

import static dev.registrar.testing.Names.unique;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.resource.NodeDatabase;
import dev.registrar.resource.ResourceVerticle;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.imports.Imports;
import dev.registrar.resource.type.Schema;
import dev.registrar.testing.Await;
import dev.registrar.testing.document.Document;
import dev.registrar.testing.postgresql.EmptyDatabase;
import dev.registrar.testing.postgresql.PostgresProcess;
import dev.registrar.testing.postgresql.Sql;
import dev.registrar.testing.postgresql.TestDatabase;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/** The two verticles of a library, which the engine has made from {@link LibraryTypes}, with their own PostgreSQL. */
public final class Library implements AutoCloseable {
    private static final TestDatabase.Template TEMPLATE = TestDatabase.Template.of(Library::migrate);

    /** What the engine reads of the configuration of a verticle beside the settings of the database. */
    private static final String SETTINGS = """
            {"http": {"max-body-size": 1048576}, "event-bus": {"max-in-flight": 512}, "idempotency-keys": {"retention": "24 h"},
             "imports": {"max-file-size": 20000000, "max-rows": 100000, "max-waiting": 1000, "retention": "168 h"}}""";

    private final TestDatabase database;
    private final Vertx vertx = Vertx.vertx();
    private final BusClient client;
    private final boolean closesDatabase;

    private Library(TestDatabase database, JsonObject settings, List<Schema> schemas) {
        this.database = database;
        closesDatabase = schemas.equals(LibraryTypes.SCHEMAS);
        for (var schema : schemas) {
            Await.success(vertx.deployVerticle(
                    new ResourceVerticle(schema, List.of(Imports::start)),
                    new DeploymentOptions().setConfig(settings)));
        }
        client = new BusClient(vertx, TimeLimits.in(settings).reply());
    }

    /** The configuration of the verticles, with this database. */
    public static JsonObject settings(String databaseUri) {
        return EmptyDatabase.settings(databaseUri).mergeIn(new JsonObject(SETTINGS), true);
    }

    private static void migrate(String databaseUri) {
        var vertx = Vertx.vertx();
        Await.success(new NodeDatabase(vertx, settings(databaseUri)).migrate(LibraryTypes.SCHEMAS));
        Await.success(vertx.close());
    }

    public static Library start() throws IOException {
        return start(new JsonObject());
    }

    /** Starts the library; these settings, by section, override the usual ones. */
    public static Library start(JsonObject sections) throws IOException {
        return start(sections, UnaryOperator.identity());
    }

    /**
     * Starts the library with these settings, by section.
     *
     * @param route maps the URI of the database to the URI that the verticles connect to
     */
    public static Library start(JsonObject sections, UnaryOperator<String> route) throws IOException {
        var database = TEMPLATE.start(Map.of());
        return new Library(
                database, settings(route.apply(database.uri())).mergeIn(sections, true), LibraryTypes.SCHEMAS);
    }

    /** Starts another verticle of the loans, with the same database, that cannot reach the one of the books. */
    public Library withoutStock() {
        return new Library(database, settings(database.uri()), List.of(LibraryTypes.LENDING));
    }

    public Vertx vertx() {
        return vertx;
    }

    /** The beginning of the links in replies. */
    public String url() {
        return BusClient.BASE_URL;
    }

    public String databaseUri() {
        return database.uri();
    }

    /** Opens another session on the database, as an operator or a migration does. */
    public Connection databaseSession() throws SQLException {
        return Sql.session(database.uri());
    }

    public PostgresProcess postgres() {
        return database.process();
    }

    /** A client with all rights. */
    public BusClient admin() {
        return client.as(Caller.unbound("admin", Set.copyOf(Caller.SCOPES)));
    }

    /** A client that may only read. */
    public BusClient reader() {
        return client.as(Caller.unbound("reader", Set.of("read")));
    }

    /** Creates a resource, and returns its id. */
    @CanIgnoreReturnValue
    public String create(String type, Document document) {
        return admin().post("/v1/" + type + "/", document).expectStatus(201).id();
    }

    /** Creates a book, and returns its id. */
    @CanIgnoreReturnValue
    public String newBook() {
        return create("books", LibraryTypes.book(unique("BOOK"), "Logic"));
    }

    @Override
    public void close() {
        Await.success(vertx.close());
        if (closesDatabase) {
            database.close();
        }
    }
}
