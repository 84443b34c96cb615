package dev.registrar.server.tracing;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static dev.registrar.testing.document.Documents.registration;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.testing.authentication.Sessions;
import dev.registrar.testing.http.Client;
import io.opentelemetry.proto.trace.v1.Span;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Traces, as a collector of OpenTelemetry receives them. */
class TracingTest {
    private static final String TRACE = "0af7651916cd43dd8448eb211c80319c";
    private static final String SPAN = "b7ad6b7169203331";

    @AutoClose
    private static Collector collector;

    @AutoClose
    private static Service service;

    private final String id = unique("traced-");

    @BeforeAll
    static void start() throws Exception {
        collector = Collector.start();
        var sections = sections(1.0, "127.0.0.1");
        service = Service.start(
                Tracing.vertx(Service.configuration("").mergeIn(sections, true), new VertxOptions()), sections);
    }

    /** The proxy of these requests is this test itself. */
    private static JsonObject sections(double sampleRatio, String trustedProxies) {
        return new JsonObject()
                .put("http", new JsonObject().put("trusted-proxies", trustedProxies))
                .put(
                        "tracing",
                        new JsonObject()
                                .put("endpoint", collector.url())
                                .put("headers", "X-Tenant=a, Authorization=Bearer collector-token")
                                .put("sample-ratio", sampleRatio)
                                .put("service-name", "catalogue")
                                .put("service-instance", "node-3"));
    }

    private Client admin() {
        return service.admin().withHeader("X-Request-Id", id);
    }

    private static List<String> names(List<Span> spans) {
        return spans.stream().map(Span::getName).toList();
    }

    private static Span one(List<Span> spans, String name) {
        assertThat(names(spans)).as("spans").contains(name);
        return spans.stream()
                .filter(span -> span.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void the_spans_of_a_request_form_one_tree_over_http_the_event_bus_and_sql() {
        admin().post("/v1/courses/", course(id, "Traced")).expectStatus(201);
        var root = collector.awaitRequest(id);
        var spans = collector.trace(root);
        assertThat(root.getName()).isEqualTo("create course");
        assertThat(root.getParentSpanId().isEmpty()).isTrue();
        assertThat(names(spans))
                .contains("INSERT")
                .filteredOn("registrar.courses.local create"::equals)
                .hasSize(2);
        var sent = spans.stream()
                .filter(span -> span.getKind() == Span.SpanKind.SPAN_KIND_CLIENT
                        && span.getName().startsWith("registrar."))
                .findFirst()
                .orElseThrow();
        var processed = spans.stream()
                .filter(span -> span.getKind() == Span.SpanKind.SPAN_KIND_SERVER
                        && span.getName().startsWith("registrar."))
                .findFirst()
                .orElseThrow();
        assertThat(sent.getParentSpanId()).isEqualTo(root.getSpanId());
        assertThat(processed.getParentSpanId()).isEqualTo(sent.getSpanId());
        assertThat(one(spans, "INSERT").getParentSpanId()).isEqualTo(processed.getSpanId());
        assertThat(Collector.attributes(root.getAttributesList()))
                .containsEntry("http.request.method", "POST")
                .containsEntry("http.response.status_code", "201");
    }

    @Test
    void an_enrollment_after_the_response_belongs_to_the_trace_of_its_request() {
        var course = service.newCourse();
        admin().withHeader("Prefer", "respond-async")
                .post("/v1/registrations/", registration(unique("uni"), course))
                .expectStatus(202);
        var trace = Collector.hex(collector.awaitRequest(id).getTraceId());
        var attempt = collector.await(trace, "enrollment attempt", Span.SpanKind.SPAN_KIND_CONSUMER);
        var processed = collector.await(trace, "registrar.registrations.local create", Span.SpanKind.SPAN_KIND_SERVER);
        var asked = collector.await(trace, "registrar.courses.reserved.local list", Span.SpanKind.SPAN_KIND_CLIENT);
        assertThat(attempt.getParentSpanId()).isEqualTo(processed.getSpanId());
        assertThat(asked.getParentSpanId()).isEqualTo(attempt.getSpanId());
    }

    @Test
    void a_request_continues_the_trace_of_its_client() {
        admin().withHeader("traceparent", "00-%s-%s-01".formatted(TRACE, SPAN))
                .withHeader("tracestate", "vendor=value")
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200);
        var root = collector.awaitRequest(id);
        assertThat(Collector.hex(root.getTraceId())).isEqualTo(TRACE);
        assertThat(Collector.hex(root.getParentSpanId())).isEqualTo(SPAN);
        assertThat(collector.trace(root)).allMatch(span -> span.getTraceState().equals("vendor=value"));
    }

    @Test
    void a_malformed_traceparent_begins_a_new_trace() {
        admin().withHeader("traceparent", "00-%s-%s-01".formatted("0".repeat(32), SPAN))
                .get("/v1/courses/?page[size]=1")
                .expectStatus(200);
        assertThat(collector.awaitRequest(id).getParentSpanId().isEmpty()).isTrue();
    }

    @Test
    void a_collector_receives_the_configured_headers_and_the_names_of_service_and_node() {
        admin().get("/v1/courses/?page[size]=1").expectStatus(200);
        assertThat(Collector.hex(collector.awaitRequest(id).getTraceId())).hasSize(32);
        assertThat(collector.credentials()).containsOnly("Bearer collector-token");
        assertThat(collector.nodes())
                .anySatisfy(node -> assertThat(node)
                        .containsEntry("service.name", "catalogue")
                        .containsEntry("service.instance.id", "node-3"));
    }

    @Test
    void spans_contain_no_value_that_a_client_has_sent_except_the_request_id() {
        var secret = "secret-" + id.hashCode();
        var opened = Sessions.open(service.admin());
        Sessions.script(service.anonymous(), opened)
                .withHeader("X-Request-Id", id)
                .withHeader("Idempotency-Key", secret)
                .withHeader("User-Agent", secret)
                .post("/v1/courses/?fields[courses]=" + secret, course(id, secret))
                .expectStatus(400);
        service.anonymous()
                .withHeader("Authorization", "Bearer " + secret)
                .get("/v1/" + secret)
                .expectStatus(404);
        admin().withHeader("X-Request-Id", id + "-last")
                .get("/v1/courses/?filter[course_name]=" + secret)
                .expectStatus(200);
        assertThat(collector.awaitRequest(id + "-last").getName()).isEqualTo("find courses");
        assertThat(collector.spans().toString())
                .contains(id)
                .doesNotContain(
                        secret,
                        "Basic ",
                        Sessions.cookie(opened, "registrar_session"),
                        Sessions.cookie(opened, "registrar_csrf"));
    }

    @Test
    void the_names_of_spans_are_few_whatever_clients_send() {
        for (var number = 0; number < 5; number++) {
            service.anonymous().get("/v1/unknown-%s-%s".formatted(id, number)).expectStatus(404);
        }
        admin().get("/v1/courses/?page[size]=1").expectStatus(200);
        assertThat(collector.awaitRequest(id).getName()).isEqualTo("find courses");
        assertThat(names(collector.spans())).noneMatch(name -> name.contains("unknown"));
    }
}
