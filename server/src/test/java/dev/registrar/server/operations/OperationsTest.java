package dev.registrar.server.operations;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.operations.OperationsVerticle.Parts;
import dev.registrar.server.operations.OperationsVerticle.Phase;
import dev.registrar.server.testing.Exposition;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.connection.OpenConnection;
import dev.registrar.testing.http.Client;
import dev.registrar.testing.http.RawConnection;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The operations endpoint, which serves metrics on a port of its own. */
@ExtendWith(VertxExtension.class)
class OperationsTest {
    private static final String NO_DATABASE = "";

    private final AtomicReference<Phase> phase = new AtomicReference<>(Phase.STARTING);

    private Future<OperationsVerticle> deploy(Vertx vertx, boolean metrics, int port) {
        var operations = new OperationsVerticle(phase::get, new Parts(List.of(), List.of()));
        var configuration = Service.configuration(NO_DATABASE);
        configuration.getJsonObject("operations").put("metrics", metrics).put("port", port);
        return vertx.deployVerticle(operations, new DeploymentOptions().setConfig(configuration))
                .map(operations);
    }

    @Test
    void metrics_are_served_in_the_text_format_of_prometheus(Vertx vertx) {
        var operations = Await.success(deploy(vertx, true, 0));
        var response = Client.of("http://127.0.0.1:" + operations.port())
                .get("/metrics")
                .expectStatus(200)
                .expectHeader("Content-Type", "text/plain; version=0.0.4; charset=utf-8");
        assertThat(response.body()).contains("registrar_build_info{version=");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/%zz", "/x%"})
    void a_malformed_url_is_400(String target, Vertx vertx) {
        var port = Await.success(deploy(vertx, true, 0)).port();
        assertThat(RawConnection.exchange(
                        port, "GET %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".formatted(target)))
                .startsWith("HTTP/1.1 400 ");
    }

    @Test
    void metrics_say_whether_the_node_is_ready(Vertx vertx) {
        var client = Client.of(
                "http://127.0.0.1:" + Await.success(deploy(vertx, true, 0)).port());
        assertThat(Exposition.of(client).value("registrar_ready")).isZero();
        phase.set(Phase.SERVING);
        Await.until("it is ready", () -> Exposition.of(client).value("registrar_ready") == 1);
        phase.set(Phase.STOPPING);
        Await.until("it is no longer ready", () -> Exposition.of(client).value("registrar_ready") == 0);
    }

    @Test
    void metrics_are_not_served_over_http_2_without_tls(Vertx vertx) throws IOException {
        var operations = Await.success(deploy(vertx, true, 0));
        assertThat(OpenConnection.responseToUpgrade(operations.port())).startsWith("HTTP/1.1 404 ");
    }

    @Test
    void metrics_allow_only_get_head_and_options(Vertx vertx) {
        var client = Client.of(
                "http://127.0.0.1:" + Await.success(deploy(vertx, true, 0)).port());
        client.head("/metrics").expectStatus(200).expectHeader("Allow", "GET, HEAD, OPTIONS");
        client.options("/metrics").expectStatus(200).expectHeader("Allow", "GET, HEAD, OPTIONS");
        client.delete("/metrics")
                .expectStatus(405)
                .expectHeader("Allow", "GET, HEAD, OPTIONS")
                .expectError("method_not_allowed");
        client.get("/health").expectStatus(404).expectError("not_found");
    }

    @Test
    void metrics_are_served_only_when_they_are_enabled(Vertx vertx) {
        assertThat(Await.success(deploy(vertx, false, 0)).port()).isZero();
    }

    @Test
    void a_start_on_a_port_in_use_fails_and_names_the_setting(Vertx vertx) {
        var taken = Await.success(deploy(vertx, true, 0)).port();
        expectFailure(deploy(vertx, true, taken), "choose another operations.port");
    }

    private static void expectFailure(Future<OperationsVerticle> deployed, String message) {
        assertThat(deployed.toCompletionStage().toCompletableFuture())
                .failsWithin(1, TimeUnit.MINUTES)
                .withThrowableThat()
                .withMessageContaining(message);
    }
}
