package dev.registrar.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.gateway.http.exchange.Responses;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.ext.web.RoutingContext;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** An error that is sent instead of a response whose headers were known already. */
@ExtendWith(VertxExtension.class)
class ErrorHeadersTest {
    private static void describe(RoutingContext context) {
        Exchange.of(context)
                .contentHeaders()
                .set("ETag", "\"of-the-course\"")
                .set("Location", "/v1/courses/5/")
                .set("Content-Location", "/v1/courses/5/");
    }

    private static void succeed(RoutingContext context) {
        describe(context);
        Responses.sendDocument(context, 201, Buffer.buffer("{}"));
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

    private static String responseOf(Handler<RoutingContext> handler, Vertx vertx) {
        return HandlerExchange.responseOf(
                handler, vertx, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    }

    @Test
    void a_response_has_the_headers_of_its_content(Vertx vertx) {
        assertThat(responseOf(ErrorHeadersTest::succeed, vertx))
                .startsWith("HTTP/1.1 201")
                .containsIgnoringCase("etag: \"of-the-course\"")
                .containsIgnoringCase("\r\nlocation: /v1/courses/5/");
    }

    @Test
    void an_error_instead_of_it_has_none_of_them(Vertx vertx) {
        assertThat(responseOf(ErrorHeadersTest::failAfterwards, vertx))
                .startsWith("HTTP/1.1 500")
                .doesNotContainIgnoringCase("etag:")
                .doesNotContainIgnoringCase("location:");
    }
}
