package dev.registrar.gateway.bridge;

import dev.registrar.resource.bus.BusSettings;
import dev.registrar.resource.bus.receiving.BodyReaders;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.log.OccasionalWarning;
import dev.registrar.resource.metrics.NodeMetrics;
import dev.registrar.resource.settings.TimeLimits;
import io.vertx.core.Vertx;
import io.vertx.core.impl.NoStackTraceThrowable;
import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What all connections of the bridge share. Belongs to one event loop. */
final class Bridge {
    private static final Logger LOG = LoggerFactory.getLogger(Bridge.class);

    /** What a request may have besides its document: a query and the rest of the envelope. */
    private static final int ENVELOPE_BYTES = 65_536;

    private final Vertx vertx;
    private final BridgeSettings settings;
    private final BusSettings bus;
    private final TimeLimits limits;
    private final String addressOfDecisions;
    private final NodeMetrics metrics;
    private final List<BridgeClient> clients;
    private final OpenConnections connections;
    private final EventBroadcast events;
    private final BodyReaders bodies;
    private final RequestForwarder requests;
    private final OccasionalWarning rejections;

    Bridge(Vertx vertx, BridgeSettings settings, JsonObject config, String addressOfDecisions, List<String> sources) {
        this.vertx = vertx;
        this.settings = settings;
        this.addressOfDecisions = addressOfDecisions;
        metrics = NodeMetrics.of(vertx);
        bus = BusSettings.in(config);
        limits = TimeLimits.in(config);
        clients = ClientSettings.listIn(config).stream()
                .map(client -> client.client(sources))
                .toList();
        connections = new OpenConnections(vertx, settings);
        events = new EventBroadcast(vertx);
        bodies = new BodyReaders(vertx);
        requests = new RequestForwarder(vertx, bus, bodies);
        rejections = new OccasionalWarning(vertx, LOG, "The bridge has rejected a message");
    }

    BridgeSettings settings() {
        return settings;
    }

    OpenConnections connections() {
        return connections;
    }

    EventBroadcast events() {
        return events;
    }

    BodyReaders bodies() {
        return bodies;
    }

    RequestForwarder requests() {
        return requests;
    }

    String addressOfDecisions() {
        return addressOfDecisions;
    }

    Decisions decisionsOf(FrameStream stream) {
        return new Decisions(vertx, stream, addressOfDecisions, settings.maxInFlight(), limits.decision());
    }

    int maxFrameSize() {
        return (int) Math.min(bus.maxBodySize() + ENVELOPE_BYTES, Integer.MAX_VALUE);
    }

    /** Finds the client with a token, in a time that does not depend on how much of a token is right. */
    Optional<BridgeClient> clientWithToken(String token) {
        var digest = TokenDigest.of(token);
        return clients.stream().filter(client -> client.token().equals(digest)).findFirst();
    }

    /** Counts and logs the errors of a client. */
    void report(JsonApiException errors, Optional<BridgeClient> client, String remoteAddress) {
        if (errors.status() >= 500) {
            return;
        }
        metrics.counter(
                        "registrar.bridge.rejected",
                        "Messages of clients that were rejected",
                        "client",
                        client.map(BridgeClient::name).orElse(""),
                        "code",
                        errors.errors().get(0).code().code())
                .increment();
        var who =
                client.map(known -> "client \"%s\"".formatted(known.name())).orElse("a client that has not logged in,");
        rejections.log(new NoStackTraceThrowable("%s at %s: %s".formatted(who, remoteAddress, errors.getMessage())));
    }
}
