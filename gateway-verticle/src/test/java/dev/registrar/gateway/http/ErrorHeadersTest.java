package dev.registrar.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.connection.ClientConnections;
import dev.registrar.gateway.connection.ConnectionLimits;
import dev.registrar.gateway.http.response.CommonHeaders;
import dev.registrar.gateway.http.response.ContentHeaders;
import dev.registrar.gateway.http.response.FailureHandler;
import dev.registrar.gateway.http.response.Responses;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.RawConnection;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An error that is sent instead of a response whose headers were known already. */
@ExtendWith(VertxExtension.class)
class ErrorHeadersTest {
    private static final ConnectionLimits LIMITS = new ConnectionLimits(5, 5, 555_555, 55_555, Duration.ofMinutes(5));

    private static void describe(RoutingContext context) {
        ContentHeaders.of(context)
                .set("ETag", "\"of-the-course\"")
                .set("Location", "/v1/courses/5/")
                .set("Content-Location", "/v1/courses/5/");
    }

    private static void succeed(RoutingContext context) {
        describe(context);
        Responses.document(context, 201, Buffer.buffer("{}"));
    }

    private static void failAfterwards(RoutingContext context) {
        describe(context);
        Responses.sendWhenKnown(
                Future.succeededFuture("content"),
                content -> {
                    throw new IllegalStateException("The content cannot be written.");
                },
                context::fail);
    }

    private static String responseTo(String path, Vertx vertx) {
        var router = Router.router(vertx);
        FailureHandler.install(router, CommonHeaders.PLAIN, List.of());
        router.route("/success").handler(ErrorHeadersTest::succeed);
        router.route("/failure").handler(ErrorHeadersTest::failAfterwards);
        var server = ClientConnections.limit(vertx.createHttpServer().requestHandler(router), LIMITS, vertx);
        var port = Await.success(server.listen(0, "127.0.0.1")).actualPort();
        return RawConnection.exchange(
                port, "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".formatted(path));
    }

    @Test
    void a_response_has_the_headers_of_its_content(Vertx vertx) {
        assertThat(responseTo("/success", vertx))
                .startsWith("HTTP/1.1 201")
                .containsIgnoringCase("etag: \"of-the-course\"")
                .containsIgnoringCase("\r\nlocation: /v1/courses/5/");
    }

    @Test
    void an_error_instead_of_it_has_none_of_them(Vertx vertx) {
        assertThat(responseTo("/failure", vertx))
                .startsWith("HTTP/1.1 500")
                .doesNotContainIgnoringCase("etag:")
                .doesNotContainIgnoringCase("location:");
    }
}
