package dev.registrar.server.tracing;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static io.opentelemetry.proto.trace.v1.Span.SpanKind.SPAN_KIND_CLIENT;
import static io.opentelemetry.proto.trace.v1.Span.SpanKind.SPAN_KIND_CONSUMER;
import static io.opentelemetry.proto.trace.v1.Span.SpanKind.SPAN_KIND_SERVER;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.node.Role;
import dev.registrar.server.node.Roles;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceDatabase;
import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.testing.Await;
import dev.registrar.testing.eventbus.EventSubscriber;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.postgresql.TestDatabase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A request that several nodes work on has one trace. */
class TracesOfSeveralNodesTest {
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    private final String id = unique("several-");
    private Collector collector;
    private TestDatabase database;

    @BeforeEach
    void start() throws IOException {
        collector = opened(Collector.start());
        database = opened(ServiceDatabase.start());
    }

    @AfterEach
    void stop() throws Exception {
        while (!opened.isEmpty()) {
            opened.pop().close();
        }
    }

    private <T extends AutoCloseable> T opened(T resource) {
        opened.push(resource);
        return resource;
    }

    private JsonObject tracing(String node) {
        return new JsonObject()
                .put(
                        "tracing",
                        new JsonObject()
                                .put("endpoint", collector.url())
                                .put("sample-ratio", 1.0)
                                .put("service-instance", node));
    }

    private JsonObject configuration(String node) {
        return Service.configuration(database.uri()).mergeIn(tracing(node), true);
    }

    /** A client of the node, if it has the role of a gateway. */
    @CanIgnoreReturnValue
    private Client deploy(Vertx node, Role... roles) {
        var deployment = new Deployment(node, configuration(""), new Roles(Set.of(roles), 1));
        return Client.of("http://127.0.0.1:" + Await.success(deployment.start()))
                .withCredentials("admin", "admin")
                .withHeader("X-Request-Id", id);
    }

    @Test
    void a_request_at_one_node_that_a_verticle_of_another_one_processes_has_one_trace() {
        var cluster = opened(new LocalCluster());
        deploy(cluster.start(tracing("archive")), Role.COURSE);
        var client = deploy(cluster.start(tracing("entrance")), Role.GATEWAY);
        client.post("/v1/courses/", course(unique("NODES"), "Logic")).expectStatus(201);

        var root = collector.awaitRequest(id);
        var trace = Collector.hex(root.getTraceId());
        var sent = collector.await(trace, "registrar.courses create", SPAN_KIND_CLIENT);
        var processed = collector.await(trace, "registrar.courses create", SPAN_KIND_SERVER);
        var stored = collector.await(trace, "INSERT", SPAN_KIND_CLIENT);
        assertThat(sent.getParentSpanId()).isEqualTo(root.getSpanId());
        assertThat(processed.getParentSpanId()).isEqualTo(sent.getSpanId());
        assertThat(stored.getParentSpanId()).isEqualTo(processed.getSpanId());
        assertThat(root).extracting(collector::nodeOf).isEqualTo("entrance");
        assertThat(sent).extracting(collector::nodeOf).isEqualTo("entrance");
        assertThat(processed).extracting(collector::nodeOf).isEqualTo("archive");
        assertThat(stored).extracting(collector::nodeOf).isEqualTo("archive");
    }

    @Test
    void an_enrollment_that_another_node_completes_later_belongs_to_the_trace_of_the_request() {
        var first = Tracing.vertx(configuration("first"), new VertxOptions());
        var client = deploy(first, Role.GATEWAY, Role.COURSE, Role.REGISTRATION);
        var course =
                client.post("/v1/courses/", course(unique("LATER"), "Logic")).id();
        var request = unique("registered-");
        var registration = client.withHeader("X-Request-Id", request)
                .post("/v1/registrations/", registration(unique("uni"), course))
                .expectStatus(202)
                .id();
        var trace = Collector.hex(collector.awaitRequest(request).getTraceId());
        Await.success(first.close());

        var second = Tracing.vertx(configuration("second"), new VertxOptions());
        opened.push(() -> Await.success(second.close()));
        var subscriber = opened(new EventSubscriber(second));
        deploy(second, Role.COURSE, Role.REGISTRATION, Role.ENROLLMENT);
        Await.until(
                "the event of the confirmation",
                () -> subscriber.about("registrations/" + registration).stream()
                        .anyMatch(event -> event.getString("type").equals("dev.registrar.registrations.updated")));
        assertThat(subscriber.about("registrations/" + registration))
                .allSatisfy(event -> assertThat(event.getString("traceparent")).startsWith("00-%s-".formatted(trace)));

        var attempt = collector.await(trace, "enrollment attempt", SPAN_KIND_CONSUMER);
        var processed = collector.await(trace, "registrar.registrations.local create", SPAN_KIND_SERVER);
        var asked = collector.await(trace, "registrar.courses.reserved.local list", SPAN_KIND_CLIENT);
        assertThat(attempt).extracting(collector::nodeOf).isEqualTo("second");
        assertThat(attempt.getParentSpanId()).isEqualTo(processed.getSpanId());
        assertThat(asked.getParentSpanId()).isEqualTo(attempt.getSpanId());
    }
}
