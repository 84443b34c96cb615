package dev.registrar.resource.bus.sending;

import dev.registrar.resource.bus.ResourceReply;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The reply to a read that may be sent several times. The first reply counts. That a node cannot serve the read, for
 * example because it is overloaded, counts only while no other sending of it is open.
 */
final class FirstReply {
    private static final int SERVER_ERROR = 500;

    private final Promise<ResourceReply> reply = Promise.promise();
    private final AtomicInteger open = new AtomicInteger();

    /** Adds a sending of the read. */
    void await(Future<ResourceReply> sending) {
        open.incrementAndGet();
        sending.onSuccess(reply::tryComplete).onFailure(this::fail);
    }

    private void fail(Throwable failure) {
        if (open.decrementAndGet() == 0 || isAboutRequest(failure)) {
            reply.tryFail(failure);
        }
    }

    /** Whether every node would reply with this error. */
    private static boolean isAboutRequest(Throwable failure) {
        return failure instanceof ErrorReplyException error && error.status() < SERVER_ERROR;
    }

    Future<ResourceReply> future() {
        return reply.future();
    }
}
