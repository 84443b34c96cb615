package dev.registrar.gateway.http.exchange;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.http.HandlerExchange;
import dev.registrar.testing.RecordedLog;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.ext.web.RoutingContext;
import io.vertx.junit5.VertxExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A request that fails when a part of its response has been sent, or whose error cannot be sent. */
@ExtendWith(VertxExtension.class)
class UnfinishedResponseTest {
    private static void failInTheMiddle(RoutingContext context) {
        var unused = context.response().setChunked(true).write("the first part");
        context.fail(new IllegalStateException("The second part cannot be made."));
    }

    /** With this media type, no document can be sent, and so no error. */
    private static void failWithoutMediaType(RoutingContext context) {
        Exchange.of(context).setDocumentType("text/\nplain");
        context.fail(new IllegalStateException("There is no response."));
    }

    /** Vert.x takes such a response for sent. */
    private static void failInTheHead(RoutingContext context) {
        context.addHeadersEndHandler(head -> {
            throw new IllegalStateException("The head cannot be written.");
        });
        Responses.sendEmpty(context, 204);
    }

    private static String responseOf(Handler<RoutingContext> handler, Vertx vertx) {
        return HandlerExchange.responseOf(handler, vertx, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
    }

    @Test
    void its_connection_is_closed_so_that_the_client_neither_waits_nor_takes_the_part_for_the_whole(Vertx vertx) {
        assertThat(responseOf(UnfinishedResponseTest::failInTheMiddle, vertx)).doesNotEndWith("\r\n0\r\n\r\n");
    }

    @Test
    void its_connection_is_closed_if_not_even_the_head_can_be_written(Vertx vertx) {
        try (var log = RecordedLog.start(this)) {
            assertThat(responseOf(UnfinishedResponseTest::failInTheHead, vertx)).isEmpty();
            assertThat(log.warnings("cannot be sent")).hasSize(1);
        }
    }

    @Test
    void its_connection_is_closed_if_the_error_cannot_be_sent_either(Vertx vertx) {
        try (var log = RecordedLog.start(this)) {
            assertThat(responseOf(UnfinishedResponseTest::failWithoutMediaType, vertx))
                    .isEmpty();
            assertThat(log.warnings("cannot be sent")).hasSize(1);
        }
    }
}
