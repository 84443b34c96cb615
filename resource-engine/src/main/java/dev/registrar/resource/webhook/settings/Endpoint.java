package dev.registrar.resource.webhook.settings;

import dev.registrar.resource.http.HttpUrl;
import dev.registrar.resource.http.WebhookSecret;
import java.util.List;

/**
 * A system that receives events.
 *
 * @param name names it in logs, metrics and the database; the URL may contain secrets
 * @param secrets the keys that sign each delivery; more than one while they are rotated
 * @param types the resource types and types of events that it receives; empty for all
 * @param allowsPrivateAddresses whether its host may have an address that is not public, and a URL without TLS
 */
public record Endpoint(
        String name, HttpUrl url, List<WebhookSecret> secrets, List<String> types, boolean allowsPrivateAddresses) {
    public Endpoint {
        secrets = List.copyOf(secrets);
        types = List.copyOf(types);
    }

    @Override
    public String toString() {
        return name;
    }
}
