package dev.registrar.server.node;

import dev.registrar.platform.operations.OccasionalWarning;
import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import java.util.Arrays;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logs exceptions that nothing else handles. Vert.x logs each of them with its stack trace, also those that are caused
 * by something else than messages at the port of the event bus; of these, one line a minute is logged.
 */
final class UnhandledExceptions implements Handler<Throwable> {
    private static final Logger LOG = LoggerFactory.getLogger(UnhandledExceptions.class);
    private static final String VERTX = "io.vertx.core.";
    private static final String EVENT_BUS = VERTX + "eventbus.impl.clustered.";
    private static final String JAVA = "java.";

    private final Context context;
    private final OccasionalWarning unreadable;

    UnhandledExceptions(Vertx vertx) {
        context = vertx.getOrCreateContext();
        unreadable = new OccasionalWarning(
                vertx, LOG, "Something that is not a message of a node has arrived at cluster.event-bus-port");
    }

    @Override
    public void handle(Throwable failure) {
        if (isOfUnreadableMessage(failure)) {
            var cause = new VertxException(failure.toString(), true);
            context.runOnContext(now -> unreadable.log(cause));
        } else {
            LOG.error("Unhandled exception", failure);
        }
    }

    /** Whether the event bus has failed itself, and not a handler that it has called. */
    private static boolean isOfUnreadableMessage(Throwable failure) {
        var calls = Arrays.stream(failure.getStackTrace())
                .map(StackTraceElement::getClassName)
                .toList();
        return calls.stream().anyMatch(name -> name.startsWith(EVENT_BUS))
                && calls.stream()
                        .takeWhile(name -> !name.startsWith(EVENT_BUS))
                        .allMatch(name -> name.startsWith(VERTX) || name.startsWith(JAVA));
    }
}
