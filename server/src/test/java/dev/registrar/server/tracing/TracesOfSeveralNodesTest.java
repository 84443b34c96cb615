package dev.registrar.server.tracing;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static io.opentelemetry.proto.trace.v1.Span.SpanKind.SPAN_KIND_CLIENT;
import static io.opentelemetry.proto.trace.v1.Span.SpanKind.SPAN_KIND_SERVER;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.server.node.Deployment;
import dev.registrar.server.node.Role;
import dev.registrar.server.node.Roles;
import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.server.testing.node.LocalCluster;
import dev.registrar.testing.Await;
import dev.registrar.testing.http.Client;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A request that several nodes work on has one trace. */
@ExtendWith(ServiceExtension.class)
class TracesOfSeveralNodesTest {
    private final String id = unique("several-");

    private static JsonObject tracing(Collector collector, String node) {
        return new JsonObject()
                .put(
                        "tracing",
                        new JsonObject()
                                .put("endpoint", collector.url())
                                .put("sample-ratio", 1.0)
                                .put("service-instance", node));
    }

    /** Deploys a role on a node; returns the port of a gateway. */
    @CanIgnoreReturnValue
    private static int deploy(Vertx node, JsonObject configuration, Role role) {
        return Await.success(new Deployment(node, configuration, new Roles(Set.of(role), 1)).start());
    }

    @Test
    void a_request_at_one_node_that_a_verticle_of_another_one_processes_has_one_trace(Service database)
            throws IOException {
        try (var collector = Collector.start();
                var cluster = new LocalCluster()) {
            var configuration = Service.configuration(database.databaseUri()).mergeIn(tracing(collector, ""), true);
            deploy(cluster.start(tracing(collector, "archive")), configuration, Role.COURSE);
            var port = deploy(cluster.start(tracing(collector, "entrance")), configuration, Role.GATEWAY);
            Client.of("http://127.0.0.1:" + port)
                    .withCredentials("admin", "admin")
                    .withHeader("X-Request-Id", id)
                    .post("/v1/courses/", course(unique("NODES"), "Logic"))
                    .expectStatus(201);

            var root = collector.awaitRequest(id);
            var trace = Collector.hex(root.getTraceId());
            var sent = collector.await(trace, "registrar.courses create", SPAN_KIND_CLIENT);
            var processed = collector.await(trace, "registrar.courses create", SPAN_KIND_SERVER);
            var stored = collector.await(trace, "INSERT", SPAN_KIND_CLIENT);
            assertThat(sent.getParentSpanId()).isEqualTo(root.getSpanId());
            assertThat(processed.getParentSpanId()).isEqualTo(sent.getSpanId());
            assertThat(stored.getParentSpanId()).isEqualTo(processed.getSpanId());
            assertThat(List.of(root, sent)).extracting(collector::nodeOf).containsOnly("entrance");
            assertThat(List.of(processed, stored)).extracting(collector::nodeOf).containsOnly("archive");
        }
    }
}
