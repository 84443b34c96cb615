package dev.registrar.resource.health;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonObject;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the operations of the same node whether a verticle can work, by messages that never leave the node. */
public final class LocalHealth {
    private static final Logger LOG = LoggerFactory.getLogger(LocalHealth.class);
    private static final String ADDRESS_PREFIX = "registrar.health.";

    private LocalHealth() {}

    /** Where a verticle tells. */
    public static String addressOf(String verticle) {
        return ADDRESS_PREFIX + verticle;
    }

    /**
     * Runs a check whenever somebody asks.
     *
     * @param check completes with what an operator should know, without secrets; fails when the verticle cannot work
     */
    public static void offer(Vertx vertx, String verticle, Supplier<Future<JsonObject>> check) {
        vertx.eventBus()
                .localConsumer(
                        addressOf(verticle),
                        message -> Future.succeededFuture()
                                .compose(asked -> check.get())
                                .onSuccess(message::reply)
                                .onFailure(failure -> {
                                    LOG.debug("The verticle {} cannot work now", verticle, failure);
                                    message.fail(
                                            0,
                                            "A statement on its connections failed, or its schema is older than the code.");
                                }));
    }
}
