package dev.registrar.resource.webhook.sending;

import java.net.InetAddress;

/** An endpoint has an address that is not public, and its configuration does not allow that. */
final class PrivateAddressException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PrivateAddressException(InetAddress address) {
        super("its address %s is not public; allow-private-addresses is off".formatted(address.getHostAddress()));
    }
}
