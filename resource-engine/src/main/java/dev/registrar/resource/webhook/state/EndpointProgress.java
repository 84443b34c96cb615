package dev.registrar.resource.webhook.state;

import dev.registrar.resource.events.EventTypes;
import dev.registrar.resource.webhook.settings.Endpoint;
import dev.registrar.resource.webhook.state.Outcome.Effect;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/** How far an endpoint has received the events of a schema. Writes need the fencing token of the current claim. */
public final class EndpointProgress {
    private final EndpointStates states;
    private final String endpoint;
    private final List<String> types;

    EndpointProgress(EndpointStates states, Endpoint endpoint) {
        this.states = states;
        this.endpoint = endpoint.name();
        types = EventTypes.stored(endpoint.types());
    }

    public String endpoint() {
        return endpoint;
    }

    /** The schema whose events it receives. */
    public String source() {
        return states.schema();
    }

    /**
     * The next events that the endpoint has not received; none while it wants to be left alone.
     *
     * @param limit how many events to return
     */
    public Future<Next> next(int limit) {
        return states.next(new NextEvents.Request(endpoint, types, limit));
    }

    /**
     * Stores that the endpoint has received the next events, except those that are undelivered.
     *
     * @param undelivered in the order of their positions, for each resource
     * @return false when another worker has claimed the endpoint
     */
    public Future<Boolean> advance(long fencingToken, Next next, List<Undelivered> undelivered) {
        return states.store(under(fencingToken)
                .upTo(next.last().orElseThrow())
                .leaving(undelivered)
                .with(Effect.DELIVERED, undelivered.size() < next.events().size())
                .with(Effect.MISSED, next.hasGap()));
    }

    /**
     * The undelivered events that are due, at most one of each resource.
     *
     * @param except the positions of events that are being delivered
     * @param limit how many events to return
     * @param waiting about how many undelivered events there are
     */
    public Future<List<PendingEvent>> due(Collection<Long> except, int limit, int waiting) {
        return states.due(new DueEvents.Request(endpoint, Set.copyOf(except), limit, waiting));
    }

    /**
     * Stores that an undelivered event has been delivered; the next one of its resource is due.
     *
     * @return false when another worker has claimed the endpoint
     */
    public Future<Boolean> delivered(long fencingToken, PendingEvent event) {
        return states.store(under(fencingToken).settling(event).with(Effect.DELIVERED));
    }

    /**
     * Stores that an undelivered event will not be tried again; the next one of its resource is due.
     *
     * @return false when another worker has claimed the endpoint
     */
    public Future<Boolean> givenUp(long fencingToken, PendingEvent event) {
        return states.store(under(fencingToken).settling(event).with(Effect.GIVEN_UP));
    }

    /**
     * Stores that an undelivered event has failed again.
     *
     * @return false when another worker has claimed the endpoint
     */
    public Future<Boolean> failed(long fencingToken, Undelivered event) {
        return states.store(under(fencingToken).leaving(List.of(event)));
    }

    /** Stores that the endpoint wants no more deliveries. */
    public Future<Void> stop(long fencingToken) {
        return states.store(under(fencingToken).with(Effect.STOPPED)).mapEmpty();
    }

    /** Stores that the endpoint wants to be left alone for a while. */
    public Future<Void> pause(long fencingToken, Duration wait) {
        return states.store(under(fencingToken).pausedFor(wait)).mapEmpty();
    }

    /** Gives the endpoint back, so that another worker may claim it at once. */
    public Future<Void> release(long fencingToken) {
        return states.store(under(fencingToken).with(Effect.RELEASED)).mapEmpty();
    }

    private Outcome under(long fencingToken) {
        return Outcome.of(endpoint, fencingToken);
    }

    /** Names the endpoint and the source of its events in logs. */
    @Override
    public String toString() {
        return "%s (source %s)".formatted(endpoint, states.schema());
    }
}
