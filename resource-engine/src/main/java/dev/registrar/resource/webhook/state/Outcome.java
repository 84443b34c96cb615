package dev.registrar.resource.webhook.state;

import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a worker has learned about an endpoint under a claim.
 *
 * @param fencingToken of the claim
 * @param position the last event that the endpoint has received, or that is undelivered; empty if there is no later one
 * @param pause how long the endpoint wants to be left alone
 * @param undelivered the events that become undelivered, or remain so after an attempt
 * @param settled the position of an undelivered event that has been delivered or is given up
 */
record Outcome(
        String endpoint,
        long fencingToken,
        Set<Effect> effects,
        Optional<Long> position,
        Optional<Duration> pause,
        List<Undelivered> undelivered,
        Optional<Long> settled) {

    /** What has happened to an endpoint. */
    enum Effect {
        /** It has received an event. */
        DELIVERED,
        /** An event is given up. */
        GIVEN_UP,
        /** Events were removed from the log before it received them. */
        MISSED,
        /** It wants no more deliveries. */
        STOPPED,
        /** The worker gives its claim back. */
        RELEASED
    }

    static Outcome of(String endpoint, long fencingToken) {
        return new Outcome(
                endpoint, fencingToken, Set.of(), Optional.empty(), Optional.empty(), List.of(), Optional.empty());
    }

    boolean has(Effect effect) {
        return effects.contains(effect);
    }

    /** Adds an effect if it has happened. */
    Outcome with(Effect effect, boolean hasHappened) {
        return hasHappened ? with(effect) : this;
    }

    Outcome with(Effect effect) {
        var all = EnumSet.of(effect);
        all.addAll(effects);
        return new Outcome(endpoint, fencingToken, all, position, pause, undelivered, settled);
    }

    Outcome upTo(long newPosition) {
        return new Outcome(endpoint, fencingToken, effects, Optional.of(newPosition), pause, undelivered, settled);
    }

    Outcome pausedFor(Duration wait) {
        return new Outcome(endpoint, fencingToken, effects, position, Optional.of(wait), undelivered, settled);
    }

    Outcome leaving(List<Undelivered> events) {
        return new Outcome(endpoint, fencingToken, effects, position, pause, List.copyOf(events), settled);
    }

    Outcome settling(PendingEvent event) {
        return new Outcome(
                endpoint, fencingToken, effects, position, pause, undelivered, Optional.of(event.position()));
    }
}
