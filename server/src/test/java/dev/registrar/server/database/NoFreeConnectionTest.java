package dev.registrar.server.database;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;

import dev.registrar.server.testing.LongInserts;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.Await;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A request that waits in vain for a connection gets 503, which says so and that nothing was changed. */
class NoFreeConnectionTest {
    private static final String COURSES = "course.courses";
    private static final String KEYS_OF_REGISTRATIONS = "registration.idempotency_keys";

    private static final String NO_CONNECTION = "No connection to the database was free in time; try again.";
    private static final String NOTHING_CHANGED =
            "No connection to the database was free in time, and nothing was changed; try again.";

    /** Twice database.pool-size. */
    private static final int READ_CONNECTIONS = 2;

    @AutoClose
    private static Service service;

    @BeforeAll
    static void a_service_with_few_connections_for_which_requests_wait_only_briefly() throws Exception {
        service = Service.start(new JsonObject("""
                {"http": {"reply-timeout": "31 s", "idle-timeout": "32 s"},
                 "database": {"pool-size": 1, "max-wait": "120 ms", "statement-timeout": "29 s", "lock-timeout": "28 s"},
                 "enrollment": {"decider": "bus"}}"""));
    }

    private static Client keyed() {
        return service.admin().withHeader("Idempotency-Key", unique("key"));
    }

    /** Sends a change that keeps the only connection for changes, and meanwhile another one. */
    private static Response whileChanging(String table, Supplier<Response> occupying, Supplier<Response> request)
            throws SQLException {
        try (var inserts = LongInserts.into(table, service.databaseUri())) {
            var occupied = CompletableFuture.supplyAsync(occupying);
            inserts.awaitOne();
            var response = request.get();
            inserts.end();
            occupied.join();
            return response;
        }
    }

    /** Sends requests that wait for a locked table with all connections, and meanwhile another one. */
    private static Response whileOccupied(
            String table, int connections, Supplier<Response> occupying, Supplier<Response> request)
            throws SQLException {
        try (var session = Sql.hold(service.databaseUri(), "LOCK TABLE %s IN ACCESS EXCLUSIVE MODE".formatted(table))) {
            var occupied = Stream.generate(() -> CompletableFuture.supplyAsync(occupying))
                    .limit(connections)
                    .toList();
            Await.until(
                    "the requests wait for the table", () -> Sql.waitingForLocks(service.databaseUri()) == connections);
            var response = request.get();
            session.rollback();
            occupied.forEach(CompletableFuture::join);
            return response;
        }
    }

    private static void expectNoConnection(Response response, String detail) {
        response.expectStatus(503)
                .expectHeader("Retry-After", "1")
                .expectError("service_unavailable")
                .expect("/errors/0/detail", detail);
    }

    private static Response create(Client client) {
        return client.post("/v1/courses/", course(unique("OCCUPIED"), "Logic"));
    }

    @Test
    void a_read_learns_that_no_connection_was_free() throws SQLException {
        Supplier<Response> read = () -> service.reader().get("/v1/courses/");
        expectNoConnection(whileOccupied(COURSES, READ_CONNECTIONS, read, read), NO_CONNECTION);
    }

    @Test
    void a_change_learns_that_no_connection_was_free_and_that_nothing_was_changed() throws SQLException {
        for (var client : List.of(service.admin(), keyed())) {
            expectNoConnection(
                    whileChanging(COURSES, () -> create(service.admin()), () -> create(client)), NOTHING_CHANGED);
        }
    }

    @Test
    void a_repeated_request_without_a_connection_does_not_affect_the_first_one() throws SQLException {
        var course = create(service.admin()).id();
        Queue<Message<JsonObject>> undecided = new ConcurrentLinkedQueue<>();
        var decider = service.vertx().eventBus().consumer("registrar.enrollment.decide", undecided::add);
        var client = keyed().withHeader("Prefer", "wait=20");
        var document = registration(unique("first"), course);
        var first = CompletableFuture.supplyAsync(() -> client.post("/v1/registrations/", document));
        Await.until("the first request waits for a decision", () -> !undecided.isEmpty());

        var other = keyed().withHeader("Prefer", "respond-async");
        var repeated = whileChanging(
                KEYS_OF_REGISTRATIONS,
                () -> other.post("/v1/registrations/", registration(unique("other"), course)),
                () -> client.post("/v1/registrations/", document));
        expectNoConnection(repeated, NOTHING_CHANGED);

        undecided.element().reply(DecidedService.REJECT);
        first.join().expectStatus(409).expectError("enrollment_rejected");
        Await.success(decider.unregister());
    }
}
