package dev.registrar.gateway.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.connection.EventStreamClient;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.Handler;
import io.vertx.core.eventbus.DeliveryContext;
import io.vertx.core.eventbus.EventBus;
import io.vertx.core.json.JsonObject;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Clients that read stored events, however many they are, leave connections to the database to other reads. */
class CatchingUpTest {
    private static final String OLDEST = "/v1/events/?filter%5Btype%5D=courses&page%5Bsize%5D=1";
    private static final int CLIENTS = 30;
    private static final int EVENTS = 4;

    /** Requests may wait for the database longer than any test. */
    private static final JsonObject LONG_TIMEOUTS = new JsonObject("""
            {"database": {"max-wait": "10 min", "statement-timeout": "10 min", "lock-timeout": "9 min"},
             "http": {"reply-timeout": "11 min", "idle-timeout": "12 min"}}""");

    @AutoClose
    private static Service service;

    @BeforeAll
    static void a_service_with_long_timeouts_and_some_events() throws Exception {
        service = Service.start(LONG_TIMEOUTS);
        for (var event = 0; event < EVENTS; event++) {
            service.newCourse();
        }
        Await.until(
                "the events",
                () -> service.reader()
                                .get("/v1/events/?filter[type]=courses")
                                .each("/id")
                                .size()
                        == EVENTS);
    }

    @Test
    void reads_of_resources_do_not_wait_for_clients_that_begin_at_the_oldest_event() throws Exception {
        List<OpenConnection> clients = new ArrayList<>();
        try (var session = Sql.hold(service.databaseUri(), "LOCK TABLE course.events IN ACCESS EXCLUSIVE MODE")) {
            for (var client = 0; client < CLIENTS; client++) {
                clients.add(read("text/event-stream"));
                clients.add(read("application/vnd.api+json"));
            }
            Await.until(
                    "a read of events waits for the table",
                    () -> Sql.count(
                                    service.databaseUri(),
                                    "pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%pruned_events%'")
                            > 0);
            var courses = CompletableFuture.runAsync(CatchingUpTest::readCourses);
            Await.until("reads of courses are done", courses::isDone);
            courses.join();
            session.rollback();
            for (var client : clients) {
                assertThat(client.readLine()).isEqualTo("HTTP/1.1 200 OK");
            }
        } finally {
            for (var client : clients) {
                client.close();
            }
        }
    }

    @Test
    void streams_that_catch_up_take_turns() {
        var reads = new HeldReads(service.vertx().eventBus());
        List<EventStreamClient> streams = new ArrayList<>();
        try {
            for (var stream = 0; stream < CLIENTS; stream++) {
                streams.add(EventStreamClient.open(service.url() + OLDEST));
            }
            streams.forEach(stream -> stream.await(1));
            Await.until("a stream reads its next events", () -> reads.count() > 0);
            service.reader().get("/v1/courses/?page[size]=1").expectStatus(200);
            assertThat(reads.count()).isEqualTo(1);
            reads.release();
            streams.forEach(stream -> stream.await(EVENTS));
        } finally {
            reads.release();
            streams.forEach(EventStreamClient::close);
        }
    }

    private static OpenConnection read(String mediaType) throws Exception {
        var connection = OpenConnection.to(URI.create(service.url()).getPort());
        connection.send("""
                GET %s HTTP/1.1
                Host: localhost
                Authorization: Basic cmVhZGVyOnJlYWRlcg==
                Accept: %s

                """.formatted(OLDEST, mediaType));
        return connection;
    }

    private static void readCourses() {
        for (var read = 0; read < CLIENTS; read++) {
            service.reader().get("/v1/courses/?page[size]=1").expectStatus(200);
        }
    }

    /** Holds the reads of events after a position with which streams continue. */
    private static final class HeldReads {
        private final Queue<DeliveryContext<Object>> held = new ConcurrentLinkedQueue<>();
        private final EventBus bus;
        private final Handler<DeliveryContext<Object>> interceptor = this::holdOrPass;

        HeldReads(EventBus bus) {
            this.bus = bus;
            bus.addOutboundInterceptor(interceptor);
        }

        private void holdOrPass(DeliveryContext<Object> message) {
            if (isRead(message)) {
                held.add(message);
            } else {
                message.next();
            }
        }

        private static boolean isRead(DeliveryContext<Object> sent) {
            return sent.message().address().equals("registrar.events.course")
                    && sent.message().body() instanceof JsonObject request
                    && request.containsKey("after")
                    && request.containsKey("types");
        }

        int count() {
            return held.size();
        }

        /** Passes the held reads, and all later ones. */
        void release() {
            bus.removeOutboundInterceptor(interceptor);
            for (var read = held.poll(); read != null; read = held.poll()) {
                read.next();
            }
        }
    }
}
