package dev.registrar.gateway.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.connection.ClientConnections;
import dev.registrar.gateway.connection.ConnectionLimits;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.http.RawConnection;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A request that fails when its headers are known or a part of its response has been sent, or whose error cannot be sent. */
@ExtendWith(VertxExtension.class)
class FailedResponseTest {
    private static final ConnectionLimits LIMITS = new ConnectionLimits(777_777, 7, Duration.ofMinutes(7));

    /** Returns all that a server with this handler, and with the gateway's error documents, sends until it closes the connection. */
    private static String responseOf(Handler<RoutingContext> handler, String connection, Vertx vertx) {
        var router = Router.router(vertx);
        new FailureHandler(CommonHeaders.PLAIN, List.of()).install(router);
        router.route().handler(handler);
        var server = ClientConnections.newServer(vertx, new HttpServerOptions(), LIMITS)
                .requestHandler(router);
        var port = Await.success(server.listen(0, "127.0.0.1")).actualPort();
        return RawConnection.exchange(
                port, "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: %s\r\n\r\n".formatted(connection));
    }

    private static void describe(RoutingContext context) {
        Exchange.of(context).contentHeaders().set("ETag", "\"of-the-course\"").set("Location", "/v1/courses/5/");
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

    private static void failInTheMiddle(RoutingContext context) {
        var unused = context.response().setChunked(true).write("the first part");
        context.fail(new IllegalStateException("The second part cannot be made."));
    }

    /** With this media type, no document can be sent, and so no error. */
    private static void failWithoutMediaType(RoutingContext context) {
        Exchange.of(context).setNegotiated("any", "text/\nplain", false);
        context.fail(new IllegalStateException("There is no response."));
    }

    /** Vert.x takes such a response for sent. */
    private static void failInTheHead(RoutingContext context) {
        context.addHeadersEndHandler(head -> {
            throw new IllegalStateException("The head cannot be written.");
        });
        Responses.sendEmpty(context, 204);
    }

    @Test
    void a_response_has_the_headers_of_its_content(Vertx vertx) {
        assertThat(responseOf(FailedResponseTest::succeed, "close", vertx))
                .startsWith("HTTP/1.1 201")
                .containsIgnoringCase("etag: \"of-the-course\"")
                .containsIgnoringCase("\r\nlocation: /v1/courses/5/");
    }

    @Test
    void an_error_instead_of_it_has_none_of_them(Vertx vertx) {
        assertThat(responseOf(FailedResponseTest::failAfterwards, "close", vertx))
                .startsWith("HTTP/1.1 500")
                .doesNotContainIgnoringCase("etag:")
                .doesNotContainIgnoringCase("location:");
    }

    @Test
    void the_connection_is_closed_so_that_the_client_neither_waits_nor_takes_a_part_for_the_whole(Vertx vertx) {
        assertThat(responseOf(FailedResponseTest::failInTheMiddle, "keep-alive", vertx))
                .doesNotEndWith("\r\n0\r\n\r\n");
    }

    @Test
    void the_connection_is_closed_if_not_even_the_head_or_the_error_can_be_sent(Vertx vertx) {
        for (var handler : List.<Handler<RoutingContext>>of(
                FailedResponseTest::failInTheHead, FailedResponseTest::failWithoutMediaType)) {
            try (var log = RecordedLog.start(this)) {
                assertThat(responseOf(handler, "keep-alive", vertx)).isEmpty();
                assertThat(log.warnings("cannot be sent")).hasSize(1);
            }
        }
    }
}
