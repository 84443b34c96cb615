package dev.registrar.server.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.testing.Await;
import io.vertx.core.Future;
import io.vertx.core.Vertx;

/** Registers a consumer on one node of a cluster and checks whether other nodes reach it. */
final class Probe {
    private static final String ADDRESS = "test.probe";

    private Probe() {}

    static void register(Vertx node) {
        var consumer = node.eventBus().consumer(ADDRESS, message -> message.reply("here"));
        Await.success(Future.<Void>future(consumer::completionHandler));
    }

    static void expectReached(Vertx from) {
        assertThat(Await.success(from.eventBus().request(ADDRESS, "")).body()).isEqualTo("here");
    }
}
