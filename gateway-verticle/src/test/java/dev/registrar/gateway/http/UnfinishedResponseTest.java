package dev.registrar.gateway.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.connection.ConnectionLimits;
import dev.registrar.gateway.connection.Connections;
import dev.registrar.gateway.http.response.CommonHeaders;
import dev.registrar.gateway.http.response.FailureHandler;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.RawConnection;
import io.vertx.core.Vertx;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import io.vertx.junit5.VertxExtension;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A request that fails when a part of its response has been sent. */
@ExtendWith(VertxExtension.class)
class UnfinishedResponseTest {
    private static final ConnectionLimits LIMITS = new ConnectionLimits(7, 7, 777_777, 77_777, Duration.ofMinutes(7));

    private static void failInTheMiddle(RoutingContext context) {
        var unused = context.response().setChunked(true).write("the first part");
        context.fail(new IllegalStateException("The second part cannot be made."));
    }

    @Test
    void its_connection_is_closed_so_that_the_client_neither_waits_nor_takes_the_part_for_the_whole(Vertx vertx) {
        var router = Router.router(vertx);
        FailureHandler.install(router, CommonHeaders.PLAIN, List.of());
        router.route().handler(UnfinishedResponseTest::failInTheMiddle);
        var server = Connections.limit(vertx.createHttpServer().requestHandler(router), LIMITS, vertx);
        var port = Await.success(server.listen(0, "127.0.0.1")).actualPort();
        var received = RawConnection.exchange(port, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
        assertThat(received).doesNotEndWith("\r\n0\r\n\r\n");
    }
}
