package dev.registrar.server.operations;

import dev.registrar.platform.operations.ServerAddress;
import dev.registrar.platform.settings.SettingsErrors;

/**
 * What the service offers to operators.
 *
 * @param metrics whether to serve metrics
 * @param health whether to report if the node is alive and ready
 * @param host the address to listen on
 * @param port the port to listen on; 0 for any free port
 */
public record OperationsSettings(boolean metrics, boolean health, String host, int port) {
    public OperationsSettings {
        var errors = new SettingsErrors();
        errors.require(
                ServerAddress.isHost(host), "operations.host must be the name or the IP address of this machine");
        errors.requirePort("operations.port", port);
        errors.throwIfAny();
    }

    /** The address on which they are served. */
    public ServerAddress address() {
        return new ServerAddress(host, port, "operations.port");
    }

    public boolean offersNothing() {
        return !metrics && !health;
    }
}
