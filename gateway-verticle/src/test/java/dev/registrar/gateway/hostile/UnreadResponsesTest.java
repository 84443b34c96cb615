package dev.registrar.gateway.hostile;

import static dev.registrar.testing.Names.unique;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Service;
import dev.registrar.gateway.testing.ServiceExtension;
import dev.registrar.testing.Await;
import dev.registrar.testing.Proves;
import dev.registrar.testing.certificate.PemFiles;
import dev.registrar.testing.connection.GreedyClient;
import dev.registrar.testing.connection.Http2Connection;
import dev.registrar.testing.connection.Http2Connection.Reset;
import io.netty.handler.codec.http2.Http2Error;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** HTTP/2 clients that keep sending requests and do not read the responses. */
@ExtendWith(ServiceExtension.class)
@Timeout(120)
class UnreadResponsesTest {
    @AutoClose
    private static final Vertx VERTX = Vertx.vertx();

    private static final int DOCUMENT_BYTES = 20_000;

    /** What a connection counts. */
    private static final int CONNECTION_BYTES = 32_768;

    /** A resource of 1.4 MB. */
    private static final String LARGE = "/v1/openapi/ui/swagger-ui-bundle.js";

    private static PemFiles certificate;
    private static String course;

    @BeforeAll
    static void a_large_document(Service service, @TempDir Path directory) throws IOException {
        certificate = PemFiles.issue(directory);
        course = service.admin()
                .post("/v1/courses/", """
                        {"data": {"type": "courses", "attributes": {"course_identifier": "%s", "course_name": "Long",
                          "course_description": "%s"}}}""".formatted(unique("LONG"), "x".repeat(DOCUMENT_BYTES)))
                .expectStatus(201)
                .id();
    }

    private static int gateway(Service service, JsonObject settings) {
        return service.startGateway("http", certificate.addTo(settings));
    }

    private static String item() {
        return "/v1/courses/" + course + "/";
    }

    @Proves("RFC 9113, 10.5")
    @Test
    void an_unread_response_is_given_up_even_if_the_connection_is_not_idle(Service service) {
        var client = new GreedyClient(VERTX, gateway(service, new JsonObject().put("idle-timeout", "500 ms")));
        var unread = Await.success(client.getAndPing(item()));
        assertThat(unread.status()).isEqualTo(200);
        Await.until("the response is given up", unread::isCutOff);
        var shared = Await.success(client.getAndPing("/v1/openapi.json"));
        Await.until("the response with shared content is given up", shared::isCutOff);
    }

    @Test
    void a_connection_with_too_many_unread_bytes_gets_503(Service service) {
        var port = gateway(
                service, new JsonObject().put("max-body-size", 1000).put("max-pending-bytes", 4 * DOCUMENT_BYTES));
        var greedy = new GreedyClient(VERTX, port);
        assertThat(Await.success(greedy.get(item())).status()).isEqualTo(200);
        assertThat(Await.success(greedy.get(item())).status()).isEqualTo(503);
        assertThat(Await.success(new GreedyClient(VERTX, port).get(item())).status())
                .as("another connection")
                .isEqualTo(200);
    }

    @Test
    void the_oldest_unread_response_is_given_up_when_all_connections_have_too_many_unread_bytes(Service service) {
        var port = gateway(
                service,
                new JsonObject()
                        .put("max-body-size", 1000)
                        .put("max-pending-bytes", 3 * CONNECTION_BYTES + 3 * DOCUMENT_BYTES)
                        .put("idle-timeout", "5 min"));
        var first = Await.success(new GreedyClient(VERTX, port).get(item()));
        var second = Await.success(new GreedyClient(VERTX, port).get(item()));
        assertThat(first.isCutOff()).isFalse();
        var third = Await.success(new GreedyClient(VERTX, port).get(item()));
        Await.until("the first response is given up", first::isCutOff);
        assertThat(second.isCutOff()).isFalse();
        assertThat(third.isCutOff()).isFalse();
    }

    /** The slow client reads the next part after each request of a greedy one; about a hundred requests come and go. */
    @Proves("RFC 9113, 10.5")
    @Test
    void a_slow_reader_gets_the_complete_response_among_clients_that_do_not_read(Service service) {
        var port = gateway(
                service,
                new JsonObject()
                        .put("max-body-size", 1000)
                        .put("max-pending-bytes", 2 * CONNECTION_BYTES + 6 * DOCUMENT_BYTES)
                        .put("idle-timeout", "4 min"));
        var length = service.anonymous().get(LARGE).headers("Content-Length").get(0);
        var slow = VERTX.createHttpClient(GreedyClient.options());
        var read = Promise.<Integer>promise();
        var context = VERTX.getOrCreateContext();
        context.runOnContext(now -> slow.request(HttpMethod.GET, port, "127.0.0.1", LARGE)
                .compose(HttpClientRequest::send)
                .onSuccess(response -> readSlowly(response, new GreedyClient(VERTX, port), read))
                .onFailure(read::fail));
        assertThat(Await.success(read.future())).hasToString(length);
    }

    private static void readSlowly(HttpClientResponse response, GreedyClient greedy, Promise<Integer> read) {
        var bytes = new int[1];
        response.pause()
                .handler(part -> {
                    bytes[0] += part.length();
                    greedy.get(item()).onComplete(asked -> response.fetch(1));
                })
                .exceptionHandler(read::tryFail)
                .endHandler(end -> read.tryComplete(bytes[0]))
                .fetch(1);
    }

    /** The client does not acknowledge the settings, so it need not know the limit. */
    @Proves("RFC 9113, 5.1.2")
    @Test
    void streams_over_the_limit_are_refused(Service service) throws IOException {
        var port = gateway(service, new JsonObject().put("max-concurrent-streams", 7));
        try (var connection = Http2Connection.withoutWindow(port)) {
            for (var number = 0; number < 9; number++) {
                connection.get(2 * number + 1, "/v1/openapi.json");
            }
            assertThat(connection.nextReset()).isEqualTo(new Reset(15, Http2Error.REFUSED_STREAM.code()));
            assertThat(connection.nextReset()).isEqualTo(new Reset(17, Http2Error.REFUSED_STREAM.code()));
        }
    }
}
