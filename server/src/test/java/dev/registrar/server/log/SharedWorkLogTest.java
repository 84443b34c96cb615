package dev.registrar.server.log;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.server.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.InParallel;
import dev.registrar.testing.authentication.AuthorizationServer;
import dev.registrar.testing.authentication.Sessions;
import dev.registrar.testing.http.Client;
import io.vertx.core.Handler;
import io.vertx.core.eventbus.DeliveryContext;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Requests that share work, or wait for something that others do, keep their own ids in the log and their own traces. */
@ExtendWith(ServiceExtension.class)
class SharedWorkLogTest {
    private static final String COURSES = "/v1/courses/?page[size]=1";
    private static final String TRACE = "6e0c63257de34c926f9efcd03927272e";

    @AutoClose
    private static AuthorizationServer authorizationServer;

    private static Client anonymous;

    private final String id = unique("shared-");

    @AutoClose
    private final WrittenLog log = WrittenLog.start(this);

    @BeforeAll
    static void a_gateway_with_an_access_log(Service service) {
        authorizationServer = new AuthorizationServer(service.vertx());
        anonymous = service.gateway(new JsonObject()
                .put("log", new JsonObject().put("access", true))
                .put("authentication", authorizationServer.introspectionSettings()));
    }

    private static Client named(Client client, String id) {
        return client.withHeader("X-Request-Id", id).withHeader("User-Agent", "agent/" + id);
    }

    private void expectOwnId(String request) {
        assertThat(log.awaitLines("\"agent/%s\"".formatted(request)).get(0)).contains(" - [%s] ".formatted(request));
    }

    @Test
    void a_request_by_session_has_its_id_and_passes_its_trace_on(Service service) {
        var opened = Sessions.open(named(anonymous.withCredentials("admin", "admin"), id + "-opens"));
        expectOwnId(id + "-opens");
        Queue<String> traces = new ConcurrentLinkedQueue<>();
        Handler<DeliveryContext<Object>> recorder = message -> {
            traces.add(String.valueOf(message.message().headers().get("traceparent")));
            message.next();
        };
        service.vertx().eventBus().addOutboundInterceptor(recorder);
        named(Sessions.script(anonymous, opened), id)
                .withHeader("traceparent", "00-%s-d3c5f3b1a2e49807-00".formatted(TRACE))
                .get(COURSES)
                .expectStatus(200);
        service.vertx().eventBus().removeOutboundInterceptor(recorder);
        assertThat(log.awaitLines("\"agent/%s\"".formatted(id)).get(0)).contains(" - [%s %s] ".formatted(id, TRACE));
        assertThat(traces).contains("00-%s-d3c5f3b1a2e49807-00".formatted(TRACE));
    }

    @Test
    void requests_with_the_same_access_token_have_their_own_ids() {
        var token = authorizationServer.opaqueToken(authorizationServer.claims("read"));
        var ids = IntStream.range(0, 12).mapToObj(number -> id + "-" + number).toList();
        InParallel.forEach(
                ids,
                request -> named(anonymous, request)
                        .withHeader("Authorization", "Bearer " + token)
                        .get(COURSES)
                        .expectStatus(200));
        ids.forEach(this::expectOwnId);
    }

    @Test
    void requests_that_wait_for_events_have_their_own_ids(Service service) {
        var reader = anonymous.withCredentials("reader", "reader");
        var next = reader.get("/v1/events/?page[after]=latest").text("/links/next");
        var ids = List.of(id + "-first", id + "-second");
        var waiting = ids.stream()
                .map(request -> CompletableFuture.supplyAsync(() ->
                        named(reader, request).withHeader("Prefer", "wait=40").get(next)))
                .toList();
        Await.until("both have the event", () -> {
            named(service.admin(), id + "-writes")
                    .post("/v1/courses/", course(unique("SHARED"), "Logic"))
                    .expectStatus(201);
            return waiting.stream().allMatch(CompletableFuture::isDone);
        });
        ids.forEach(this::expectOwnId);
    }
}
