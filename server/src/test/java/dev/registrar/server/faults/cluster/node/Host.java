package dev.registrar.server.faults.cluster.node;

import java.util.List;

/**
 * A host on which one node runs, with an IP address of its own.
 *
 * @param within the prefix of a command that runs it on this host; empty for the local host
 */
public record Host(String address, List<String> within) {
    public static Host local(String address) {
        return new Host(address, List.of());
    }
}
