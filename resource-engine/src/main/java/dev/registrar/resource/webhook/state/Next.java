package dev.registrar.resource.webhook.state;

import java.util.List;
import java.util.Optional;

/**
 * The next events that an endpoint has not received.
 *
 * @param last the last position that was looked at; empty if there are no further events now
 * @param hasGap whether events before these have been removed from the log
 * @param hasMore whether there are probably further events already
 */
public record Next(List<PendingEvent> events, Optional<Long> last, boolean hasGap, boolean hasMore) {
    static final Next NOTHING = new Next(List.of(), Optional.empty(), false, false);
}
