package dev.registrar.resource.webhook.settings;

import java.net.URI;
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
        String name, URI url, List<WebhookSecret> secrets, List<String> types, boolean allowsPrivateAddresses) {
    public Endpoint {
        secrets = List.copyOf(secrets);
        types = List.copyOf(types);
    }

    public boolean usesTls() {
        return url.getScheme().equalsIgnoreCase("https");
    }

    /** The host, without the brackets of an IPv6 address. */
    public String host() {
        return url.getHost().replaceAll("[\\[\\]]", "");
    }

    public int port() {
        return url.getPort() > 0 ? url.getPort() : usesTls() ? 443 : 80;
    }

    /** The path and query of the URL. */
    public String path() {
        var path = url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        return url.getRawQuery() == null ? path : path + "?" + url.getRawQuery();
    }

    @Override
    public String toString() {
        return name;
    }
}
