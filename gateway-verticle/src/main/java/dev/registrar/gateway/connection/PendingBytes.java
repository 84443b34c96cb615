package dev.registrar.gateway.connection;

import dev.registrar.resource.operations.OccasionalWarning;
import io.vertx.core.Vertx;
import io.vertx.core.impl.NoStackTraceThrowable;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Limits the bytes that all clients together make the service hold: for their connections, for requests that arrive, and for
 * responses that are read. Above the limit, the transfer with the oldest progress makes room for others, so clients that
 * make progress are hardly ever affected. Belongs to one event loop.
 */
final class PendingBytes {
    /** One connection may have this part of the limit. */
    private static final int PART_OF_CONNECTION = 4;

    private static final Logger LOG = LoggerFactory.getLogger(PendingBytes.class);

    private final long limit;

    /** Transfers that wait for their clients; the one with the oldest progress comes first. */
    private final Set<Transfer> waiting = new LinkedHashSet<>();

    private final OccasionalWarning warning;
    private long total;

    PendingBytes(Vertx vertx, long limit) {
        this.limit = limit;
        warning = new OccasionalWarning(
                vertx, LOG, "Clients that make no progress are disconnected to make room for others");
    }

    long limitOfConnection() {
        return limit / PART_OF_CONNECTION;
    }

    /** Adds a number of bytes; a negative number subtracts. */
    void add(long bytes) {
        total += bytes;
        while (bytes > 0 && total > limit && !waiting.isEmpty()) {
            warning.log(new NoStackTraceThrowable("all clients together hold more than %s bytes".formatted(limit)));
            waiting.iterator().next().cutOff();
        }
    }

    /** Records that a transfer waits for its client, which has just started or made progress. */
    void await(Transfer transfer) {
        waiting.remove(transfer);
        waiting.add(transfer);
    }

    /** Records that a transfer no longer waits for its client; its bytes still count. */
    void settle(Transfer transfer) {
        waiting.remove(transfer);
    }

    /** Abandons transfers that have made no progress for this long. */
    void cutOffStalled(Duration timeout) {
        while (!waiting.isEmpty() && waiting.iterator().next().isStalled(timeout)) {
            waiting.iterator().next().cutOff();
        }
    }
}
