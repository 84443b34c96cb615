package dev.registrar.server.operations;

import java.util.List;

/**
 * The parts that a node needs to work.
 *
 * @param verticles the verticles on this node that report their health
 * @param addresses the event-bus addresses for which some node must have a consumer
 */
public record NodeParts(List<String> verticles, List<String> addresses) {
    public NodeParts {
        verticles = List.copyOf(verticles);
        addresses = List.copyOf(addresses);
    }
}
