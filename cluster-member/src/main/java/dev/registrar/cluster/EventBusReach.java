package dev.registrar.cluster;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.ReplyException;
import io.vertx.core.eventbus.ReplyFailure;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks that requests to the other members, and their replies, arrive. Membership does not tell: members agree on it
 * over another port and without certificates, and a member that cannot be reached would be sent requests all the same.
 */
final class EventBusReach {
    private static final Logger LOG = LoggerFactory.getLogger(EventBusReach.class);
    private static final String ADDRESS = "registrar.node.";
    private static final DeliveryOptions REQUEST = new DeliveryOptions().setSendTimeout(1_500);
    private static final Duration RETRY_INTERVAL = Duration.ofMillis(100);
    private static final Duration MARGIN = Duration.ofSeconds(2);

    private final Vertx vertx;
    private final MemberManager members;
    private final long end;
    private final Set<String> reached = new HashSet<>();
    private final Set<String> silent = new HashSet<>();

    /** After the limit of its silence, a member that has failed no longer belongs to the cluster. */
    EventBusReach(Vertx vertx, MemberManager members, Duration silenceLimit) {
        this.vertx = vertx;
        this.members = members;
        end = System.nanoTime() + silenceLimit.plus(MARGIN).toNanos();
    }

    /** Fails if there are other members and none of them replies. From now on, this member replies to the others. */
    Future<Void> failIfIsolated() {
        var consumer = vertx.eventBus().consumer(ADDRESS + members.getNodeId(), request -> request.reply(null));
        return Future.<Void>future(consumer::completionHandler).compose(registered -> askMissing());
    }

    private Future<Void> askMissing() {
        var missing = missing();
        if (missing.isEmpty()) {
            return Future.succeededFuture();
        }
        return Future.join(missing.stream().map(this::ask).toList())
                .otherwiseEmpty()
                .compose(asked -> System.nanoTime() - end > 0 ? reportSilent() : askAgain());
    }

    private Future<Void> askAgain() {
        return missing().isEmpty()
                ? Future.succeededFuture()
                : vertx.timer(RETRY_INTERVAL.toMillis()).compose(later -> askMissing());
    }

    private List<String> missing() {
        return members.thatReply().stream().filter(id -> !reached.contains(id)).toList();
    }

    /** A member without a handler is still starting. */
    private Future<Void> ask(String id) {
        return vertx.eventBus()
                .request(ADDRESS + id, null, REQUEST)
                .onSuccess(reply -> reached.add(id))
                .onFailure(failure -> {
                    if (failure instanceof ReplyException reply && reply.failureType() == ReplyFailure.TIMEOUT) {
                        silent.add(id);
                    }
                })
                .mapEmpty();
    }

    private Future<Void> reportSilent() {
        var lost = missing().stream().filter(silent::contains).toList();
        return lost.isEmpty()
                ? Future.succeededFuture()
                : Future.all(lost.stream().map(members::eventBusOf).toList())
                        .compose(found -> report(String.join(", ", found.<String>list())));
    }

    private Future<Void> report(String addresses) {
        var message =
                "requests to the event bus of other nodes get no reply (%s): check that each node can connect to the event-bus port of the others, and that each accepts the certificates of the others (cluster.tls-authority)"
                        .formatted(addresses);
        if (reached.isEmpty()) {
            return Future.failedFuture(new IllegalStateException(message));
        }
        LOG.warn("To and from some nodes, {}", message);
        return Future.succeededFuture();
    }
}
