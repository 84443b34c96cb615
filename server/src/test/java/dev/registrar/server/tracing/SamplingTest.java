package dev.registrar.server.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.http.RawConnection;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which requests are traced, and what a collector that is down means: a gateway with a verticle of the test's own. */
class SamplingTest {
    private static final String TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
    private static final String SAMPLED = "00-%s-00f067aa0ba902b7-01".formatted(TRACE);
    private static final String NOT_SAMPLED = "00-%s-00f067aa0ba902b7-00".formatted(TRACE);

    private final Queue<String> sentToVerticle = new ConcurrentLinkedQueue<>();
    private Collector collector;
    private Optional<Vertx> vertx = Optional.empty();

    @BeforeEach
    void start() throws IOException {
        collector = Collector.start();
    }

    @AfterEach
    void stop() {
        vertx.ifPresent(made -> Await.success(made.close()));
        collector.close();
    }

    private Gateway gateway(double sampleRatio, String trustedProxies) {
        return gateway(new JsonObject()
                .put("http", new JsonObject().put("trusted-proxies", trustedProxies))
                .put(
                        "tracing",
                        new JsonObject().put("endpoint", collector.url()).put("sample-ratio", sampleRatio)));
    }

    private Gateway gateway(JsonObject sections) {
        var configuration = Service.configuration("postgresql://nobody:nothing@127.0.0.1:1/none")
                .mergeIn(sections, true);
        var made = Tracing.vertx(configuration, new VertxOptions());
        vertx = Optional.of(made);
        made.eventBus().consumer("registrar.courses", message -> {
            sentToVerticle.add(String.valueOf(message.headers().get("traceparent")));
            message.reply(Buffer.buffer("{\"data\":[]}"), new DeliveryOptions().addHeader("status", "200"));
        });
        var gateway = new GatewayVerticle();
        Await.success(made.deployVerticle(gateway, new DeploymentOptions().setConfig(configuration)));
        return new Gateway(gateway.port());
    }

    /** The reply of the test's verticle is not what the contract says, so the response is not checked. */
    private record Gateway(int port) {
        void get(String traceparent) {
            var credentials = Base64.getEncoder().encodeToString("reader:reader".getBytes(StandardCharsets.UTF_8));
            var request =
                    "GET /v1/courses/ HTTP/1.1\r\nHost: a\r\nAuthorization: Basic %s\r\ntraceparent: %s\r\nConnection: close\r\n\r\n";
            assertThat(RawConnection.exchange(port, request.formatted(credentials, traceparent)))
                    .startsWith("HTTP/1.1 200 ");
        }
    }

    private void closeVertx() {
        Await.success(vertx.orElseThrow().close());
        vertx = Optional.empty();
    }

    @Test
    void a_client_cannot_have_its_requests_traced() {
        var client = gateway(0.0, "");
        client.get(SAMPLED);
        closeVertx();
        assertThat(collector.spans()).isEmpty();
        assertThat(sentToVerticle)
                .singleElement()
                .asString()
                .startsWith("00-" + TRACE)
                .endsWith("-00");
    }

    @Test
    void a_client_cannot_prevent_that_its_requests_are_traced() {
        gateway(1.0, "").get(NOT_SAMPLED);
        closeVertx();
        assertThat(collector.spans())
                .isNotEmpty()
                .allMatch(span -> Collector.hex(span.getTraceId()).equals(TRACE));
    }

    @Test
    void a_trusted_proxy_decides_which_requests_are_traced() {
        var proxy = gateway(0.0, "127.0.0.1");
        proxy.get(NOT_SAMPLED);
        proxy.get(SAMPLED);
        closeVertx();
        assertThat(collector.spans())
                .filteredOn(span -> span.getName().equals("find courses"))
                .hasSize(1);
    }

    @Test
    void without_a_collector_the_trace_of_a_client_is_passed_on() {
        var client = gateway(new JsonObject());
        client.get(SAMPLED);
        client.get("00-" + TRACE);
        assertThat(sentToVerticle).containsExactly(SAMPLED, "null");
    }

    @Test
    void a_collector_that_is_down_is_logged_once_and_delays_nothing() throws IOException {
        var port = collector.port();
        collector.close();
        try (var log = RecordedLog.start(this)) {
            var client = gateway(1.0, "");
            client.get("");
            Await.until("logged", () -> !log.warnings("tracing.endpoint").isEmpty());
            collector = Collector.startNotReady(port);
            Await.until("spans are lost again", () -> {
                client.get("");
                return collector.lost() > 1;
            });
            collector.becomeReady();
            Await.until("spans arrive", () -> {
                client.get("");
                return !collector.spans().isEmpty();
            });
            assertThat(log.warnings("")).hasSize(1);
        }
    }

    @Test
    void a_warning_of_opentelemetry_is_in_the_log_of_the_service_but_not_each_time_that_it_is_repeated() {
        try (var log = RecordedLog.start(this)) {
            gateway(1.0, "").get("");
            var queue = Logger.getLogger("io.opentelemetry.sdk.trace.export.BatchSpanProcessor");
            queue.log(java.util.logging.Level.WARNING, "{0} spans were dropped", 17);
            queue.log(java.util.logging.Level.WARNING, "{0} spans were dropped", 18);
            assertThat(log.messages(Level.WARN)).singleElement().asString().endsWith("17 spans were dropped");
        }
    }
}
