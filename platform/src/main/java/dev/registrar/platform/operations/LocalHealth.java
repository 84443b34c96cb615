package dev.registrar.platform.operations;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Health checks of verticles, requested by messages that never leave the node. */
public final class LocalHealth {
    private static final Logger LOG = LoggerFactory.getLogger(LocalHealth.class);
    private static final String ADDRESS_PREFIX = "registrar.health.";

    private LocalHealth() {}

    /** The address at which a verticle replies to health checks. */
    public static String addressOf(String verticle) {
        return ADDRESS_PREFIX + verticle;
    }

    /**
     * Runs a check for each message to the verticle's health address. It completes with details for operators,
     * without secrets, and fails when the verticle cannot work.
     */
    public static void register(Vertx vertx, String verticle, Supplier<Future<JsonObject>> check) {
        vertx.eventBus()
                .localConsumer(
                        addressOf(verticle),
                        message -> Future.succeededFuture(message)
                                .compose(request -> check.get())
                                .onSuccess(message::reply)
                                .onFailure(failure -> {
                                    LOG.debug("The health check of the verticle {} failed", verticle, failure);
                                    message.fail(
                                            0,
                                            "A statement on its connections failed, or its schema lacks what the code needs.");
                                }));
    }
}
