package dev.registrar.gateway.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.GatewayVerticle;
import dev.registrar.gateway.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.RecordedLog;
import dev.registrar.testing.connection.EventStreamClient;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Streams of events whose sources fail after the streams have begun. */
class FailingSourceTest {
    @AutoClose
    private final Vertx vertx = Vertx.vertx();

    private final AtomicInteger failedReads = new AtomicInteger();

    private int gateway() {
        var gateway = new GatewayVerticle();
        var configuration = Service.configuration("postgresql://nobody:nothing@127.0.0.1:1/none");
        Await.success(vertx.deployVerticle(gateway, new DeploymentOptions().setConfig(configuration)));
        return gateway.port();
    }

    /** The position where a stream begins can be read, but nothing afterwards. */
    private void serveOnlyTheStart(String source) {
        var requests = new AtomicInteger();
        vertx.eventBus().<JsonObject>consumer("registrar.events." + source, request -> {
            if (requests.getAndIncrement() == 0) {
                request.reply(new JsonObject().put("events", new JsonArray()).put("position", "0"));
            } else {
                fail(request);
            }
        });
    }

    private void fail(Message<JsonObject> request) {
        if (!"latest".equals(request.body().getString("after"))) {
            failedReads.incrementAndGet();
        }
        request.fail(503, "{\"errors\":[{\"status\":\"503\",\"code\":\"service_unavailable\",\"title\":\"Later\"}]}");
    }

    @Test
    void an_operator_learns_once_that_streams_wait_although_they_try_again_each_second() {
        serveOnlyTheStart("course");
        serveOnlyTheStart("registration");
        try (var log = RecordedLog.start(this);
                var stream = EventStreamClient.open(
                        "http://127.0.0.1:%s%s".formatted(gateway(), EventStreamClient.COURSES))) {
            Await.until("the stream has tried again", () -> failedReads.get() >= 3);
            assertThat(log.warnings("Clients wait for events that currently cannot be read"))
                    .hasSize(1);
            assertThat(stream.lines()).isNotEmpty();
        }
    }
}
