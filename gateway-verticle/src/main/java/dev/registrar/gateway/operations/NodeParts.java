package dev.registrar.gateway.operations;

import java.util.List;

/**
 * What a node needs to work.
 *
 * @param verticles those on this node that tell of their health
 * @param addresses those on the event bus that must be consumed by some node
 */
public record NodeParts(List<String> verticles, List<String> addresses) {
    public NodeParts {
        verticles = List.copyOf(verticles);
        addresses = List.copyOf(addresses);
    }
}
