package dev.registrar.server.writing.concurrency;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.LongInserts;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.SimultaneousRequests;
import dev.registrar.server.testing.eventbus.DecidedService;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.eventbus.BusMessage;
import dev.registrar.testing.eventbus.Callers;
import dev.registrar.testing.http.Response;
import dev.registrar.testing.postgresql.AuditRows;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.groups.Tuple;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Creations that wait for a connection at the same time are committed together, but each succeeds or fails by itself. */
class GroupedCreationsTest {
    private static final String COURSES = "course.courses";

    @AutoClose
    private static Service service;

    private static SimultaneousRequests requests;

    /** With one connection for changes, the first creation occupies it, and only the others wait for it: no events are published. */
    @BeforeAll
    static void a_service_with_one_connection_for_changes() throws Exception {
        service = Service.start(new JsonObject("""
                {"http": {"reply-timeout": "5 min", "idle-timeout": "6 min"},
                 "database": {"pool-size": 1, "max-wait": "4 min", "statement-timeout": "4 min", "lock-timeout": "3 min"},
                 "enrollment": {"decider": "bus"},
                 "events": {"poll-interval": "1 h"},
                 "operations": {"metrics": true}}"""));
        requests = new SimultaneousRequests(service, "write", 1);
    }

    private static List<String> several(int number, String prefix) {
        return Stream.generate(() -> unique(prefix)).limit(number).toList();
    }

    private static Response createCourse(String identifier) {
        return service.admin().post("/v1/courses/", course(identifier, "About " + identifier));
    }

    private static LongInserts longInsertsInto(String table) throws SQLException {
        return LongInserts.into(table, service.databaseUri());
    }

    private static JsonObject creation(String identifier) {
        return new JsonObject()
                .put("caller", Callers.unbound("portal", "create"))
                .put(
                        "document",
                        new JsonObject(
                                course(identifier, "Requested by message").toString()));
    }

    private static String newCourse() {
        return createCourse(unique("GROUP")).expectStatus(201).id();
    }

    @Test
    void creations_that_wait_are_committed_together_and_each_gets_its_own_resource() throws SQLException {
        var identifiers = several(20, "TOGETHER");
        var created = requests.send(longInsertsInto(COURSES)::end, identifiers, GroupedCreationsTest::createCourse);
        assertThat(created).allSatisfy(response -> response.expectStatus(201));
        assertThat(created)
                .extracting(response -> response.text("/data/attributes/course_identifier"))
                .containsExactlyElementsOf(identifiers);
        assertThat(created)
                .allSatisfy(response -> assertThat(service.reader()
                                .get(response.header("Location"))
                                .json())
                        .isEqualTo(response.json()));
        var transactions = Sql.count(
                service.databaseUri(),
                "(SELECT DISTINCT xmin::text FROM course.courses WHERE course_identifier LIKE 'TOGETHER%') committed");
        assertThat(transactions).as("few, but none of them large").isBetween(3L, 4L);
    }

    @Test
    void a_rejected_creation_does_not_affect_those_that_wait_with_it() throws SQLException {
        var taken = unique("TAKEN");
        createCourse(taken).expectStatus(201);
        var first = several(4, "BEFORE");
        var identifiers = Stream.of(first.stream(), Stream.of(taken), several(3, "AFTER").stream())
                .flatMap(Function.identity())
                .toList();
        var created = requests.send(longInsertsInto(COURSES)::end, identifiers, GroupedCreationsTest::createCourse);
        IntStream.range(0, identifiers.size()).forEach(index -> {
            if (index == first.size()) {
                created.get(index)
                        .expectStatus(409)
                        .expectError("duplicate", "pointer", "/data/attributes/course_identifier");
            } else {
                assertThat(created.get(index).expectStatus(201).text("/data/attributes/course_identifier"))
                        .isEqualTo(identifiers.get(index));
            }
        });
        assertThat(Sql.count(service.databaseUri(), "course.courses WHERE course_name = 'About %s'".formatted(taken)))
                .isEqualTo(1);
    }

    @Test
    void each_change_is_audited_with_its_own_caller_and_request() throws SQLException {
        var callers = several(6, "clerk");
        requests.send(
                longInsertsInto("course.courses")::end,
                callers,
                caller -> BusMessage.to(
                                service,
                                "registrar.courses",
                                new JsonObject()
                                        .put("caller", Callers.unbound(caller, "create"))
                                        .put("request_id", "request-of-" + caller)
                                        .put(
                                                "document",
                                                new JsonObject(course(caller, "Audited")
                                                        .toString())))
                        .withHeader("action", "create")
                        .<Buffer>reply());
        for (var caller : callers) {
            var id = service.reader()
                    .get("/v1/courses/?filter[course_identifier]=" + caller)
                    .text("/data/0/id");
            assertThat(AuditRows.of(service.databaseUri(), id))
                    .extracting(row -> row.getString("caller_name"), row -> row.getString("request_id"))
                    .containsExactly(Tuple.tuple(caller, "request-of-" + caller));
        }
    }

    @Test
    void each_registration_goes_on_in_its_own_trace() throws SQLException {
        Map<String, String> asked = new ConcurrentHashMap<>();
        var decider = service.vertx().eventBus().<JsonObject>consumer("registrar.enrollment.decide", question -> {
            asked.put(question.body().getString("uni"), question.headers().get("traceparent"));
            question.reply(DecidedService.CONFIRM);
        });
        var course = newCourse();
        var unis = several(6, "traced");
        requests.send(
                longInsertsInto("registration.registrations")::end,
                unis,
                uni -> service.admin()
                        .withHeader("traceparent", traceOf(uni))
                        .post("/v1/registrations/", registration(uni, course)));
        Await.until("the decider was asked about each", () -> asked.keySet().containsAll(unis));
        unis.forEach(uni -> assertThat(asked.get(uni)).startsWith(traceOf(uni).substring(0, 35)));
        Await.success(decider.unregister());
    }

    private static String traceOf(String uni) {
        return "00-%s%s-00000000000000ab-01"
                .formatted("0".repeat(24), HexFormat.of().toHexDigits(uni.hashCode()));
    }

    @Test
    void a_creation_whose_time_ends_before_its_turn_has_no_effect() throws SQLException {
        var late = unique("LATE");
        var senders = Executors.newFixedThreadPool(4);
        try (var inserts = longInsertsInto(COURSES)) {
            requests.awaitNoneOccupied();
            var first = CompletableFuture.supplyAsync(() -> createCourse(unique("FIRST")), senders);
            Await.until("it occupies the connection", () -> requests.occupied() == 1);
            var waiting = several(3, "PATIENT").stream()
                    .map(identifier -> CompletableFuture.supplyAsync(() -> createCourse(identifier), senders))
                    .toList();
            Await.until("the others wait for the connection", () -> requests.waiting() == 3);
            var errors = BusMessage.to(service, "registrar.courses", creation(late))
                    .withHeader("action", "create")
                    .withHeader("timeout", "700")
                    .expectErrors(503);
            assertThat(errors.get(0).path("detail").asText()).contains("nothing was changed");
            inserts.end();
            first.join().expectStatus(201);
            assertThat(waiting).allSatisfy(creation -> creation.join().expectStatus(201));
        } finally {
            senders.shutdownNow();
        }
        assertThat(Sql.count(service.databaseUri(), "course.courses WHERE course_identifier = '%s'".formatted(late)))
                .isZero();
    }

    @Test
    void a_creation_exists_only_if_its_client_is_told_so_when_postgresql_ends_the_session() throws SQLException {
        var identifiers = several(6, "CUTOFF");
        var inserts = longInsertsInto(COURSES);
        SimultaneousRequests.Obstacle cutOff = () -> {
            inserts.terminate();
            inserts.end();
        };
        var created = requests.send(cutOff, identifiers, GroupedCreationsTest::createCourse);
        IntStream.range(0, identifiers.size())
                .forEach(index -> assertThat(Sql.count(
                                service.databaseUri(),
                                "course.courses WHERE course_identifier = '%s'".formatted(identifiers.get(index))))
                        .isEqualTo(created.get(index).status() == 201 ? 1 : 0));
        assertThat(created).extracting(Response::status).isSubsetOf(201, 503).contains(503);
    }

    @Test
    void each_identifier_is_created_once_when_many_clients_create_the_same_ones_in_different_orders() {
        var identifiers = several(30, "CONTESTED");
        Map<String, Queue<Integer>> statuses = new ConcurrentHashMap<>();
        InParallel.forEach(List.of(1, 2, 3, 4, 5, 6, 7, 8), seed -> {
            var shuffled = new ArrayList<>(identifiers);
            Collections.shuffle(shuffled, new Random(seed));
            shuffled.forEach(identifier -> statuses.computeIfAbsent(identifier, first -> new ConcurrentLinkedQueue<>())
                    .add(createCourse(identifier).status()));
        });
        assertThat(statuses.values())
                .hasSize(identifiers.size())
                .allSatisfy(received ->
                        assertThat(received).containsExactlyInAnyOrder(201, 409, 409, 409, 409, 409, 409, 409));
    }
}
