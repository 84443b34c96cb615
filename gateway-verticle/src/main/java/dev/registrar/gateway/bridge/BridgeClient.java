package dev.registrar.gateway.bridge;

import static dev.registrar.resource.error.ErrorCode.FORBIDDEN;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.header;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.ResourceBus;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the configuration says about a client.
 *
 * @param token the SHA-256 of the token by which it logs in
 * @param caller the member {@code caller} of all its requests
 * @param requests the actions that it may request, by resource type
 * @param replayAddresses where it may have events replayed; empty unless it receives events
 * @param decidesEnrollments whether it is asked to decide on enrollments
 */
record BridgeClient(
        String name,
        TokenDigest token,
        ObjectNode caller,
        Map<String, Set<Action>> requests,
        List<String> replayAddresses,
        boolean decidesEnrollments) {
    private static final String ADDRESS_PREFIX = ResourceBus.addressOf("");

    BridgeClient {
        requests = Map.copyOf(requests);
        replayAddresses = List.copyOf(replayAddresses);
    }

    /** The resource type whose address this is; empty if the client may not send requests to the address. */
    Optional<String> resourceTypeAt(String address) {
        return Optional.of(address)
                .filter(text -> text.startsWith(ADDRESS_PREFIX))
                .map(text -> text.substring(ADDRESS_PREFIX.length()))
                .filter(requests::containsKey);
    }

    /** Whether it receives events. */
    boolean followsEvents() {
        return !replayAddresses.isEmpty();
    }

    /** Whether the client may send requests to replay events to this address. */
    boolean mayReplayAt(String address) {
        return replayAddresses.contains(address);
    }

    /** Fails unless the client may request the action. */
    void requireAllowed(String type, Optional<String> action) {
        var allowed = requests.get(type);
        if (action.isEmpty()) {
            throw MALFORMED_REQUEST
                    .at(
                            header(ResourceBus.ACTION),
                            "The header \"action\" is missing; it must be one of %s.".formatted(names(allowed)))
                    .asException();
        }
        if (action.flatMap(Action::ofHeaderValue).filter(allowed::contains).isEmpty()) {
            throw FORBIDDEN
                    .at(
                            header(ResourceBus.ACTION),
                            "The client \"%s\" may not request this action at %s; the header \"action\" must be one of %s."
                                    .formatted(name, ResourceBus.addressOf(type), names(allowed)))
                    .asException();
        }
    }

    static String names(Collection<Action> actions) {
        return actions.stream().sorted().map(Action::headerValue).collect(Collectors.joining(", "));
    }

    /** The addresses to which it may send requests. */
    List<String> requestAddresses() {
        return Stream.concat(
                        new TreeSet<>(requests.keySet()).stream().map(ResourceBus::addressOf), replayAddresses.stream())
                .toList();
    }
}
