package dev.registrar.platform.http;

import io.vertx.core.net.TrustOptions;
import java.util.List;
import java.util.Optional;

/**
 * A system of others to which requests are sent.
 *
 * @param secrets the keys that sign each request; more than one while they are rotated
 * @param allowsPrivateAddresses whether its host may have an address that is not public
 * @param authority the only authority whose certificates are trusted; empty for those that the JVM trusts
 */
public record Recipient(
        HttpUrl url, List<WebhookSecret> secrets, boolean allowsPrivateAddresses, Optional<TrustOptions> authority) {
    public Recipient {
        secrets = List.copyOf(secrets);
    }
}
