package dev.registrar.gateway.faults.cluster.node;

import java.util.List;

/**
 * Where a node runs: an IP address of its own.
 *
 * @param within the command that runs another command there; none for this host itself
 */
public record Place(String address, List<String> within) {
    public static Place here(String address) {
        return new Place(address, List.of());
    }
}
