package dev.registrar.resource.bus.receiving;

import static dev.registrar.resource.bus.ResourceBus.VERSION;
import static dev.registrar.resource.bus.ResourceBus.VERSION_1;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.error.ErrorCollector;
import java.util.Optional;

/** The version of the event-bus contract that the sender of a message names in a header. */
public final class ContractVersion {
    private ContractVersion() {}

    /** Adds an error for a version that this node does not know. */
    public static void requireKnown(Optional<String> version, ErrorCollector errors) {
        if (version.filter(named -> !named.equals(VERSION_1)).isPresent()) {
            errors.add(MALFORMED_REQUEST.at(
                    header(VERSION),
                    "The only known version of the contract is %s, which is also the default.".formatted(VERSION_1)));
        }
    }
}
