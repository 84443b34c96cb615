package dev.registrar.events.webhook;

import dev.registrar.platform.http.HttpUrl;
import dev.registrar.platform.http.PublicAddress;
import dev.registrar.platform.http.WebhookSecret;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.SettingsErrors;
import io.vertx.core.json.JsonObject;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

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
    private static final String KEY = "webhooks.endpoints";
    private static final int MAX_ENDPOINTS = 100;
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");
    private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9_]*|dev\\.registrar\\.[a-z][a-z0-9_]*\\.[a-z_]+");

    /** The keys that an endpoint may leave out. */
    private static final JsonObject DEFAULTS = new JsonObject().put("types", "").put("allow-private-addresses", false);

    public Endpoint {
        secrets = List.copyOf(secrets);
        types = List.copyOf(types);
    }

    /**
     * Reads the endpoints.
     *
     * @param config all sections of the configuration
     */
    static List<Endpoint> listIn(JsonObject config) {
        var written = Settings.readList(config, KEY, DEFAULTS, Written.class);
        var errors = new SettingsErrors();
        errors.require(written.size() <= MAX_ENDPOINTS, "%s may have %s entries".formatted(KEY, MAX_ENDPOINTS));
        Set<String> names = new HashSet<>();
        written.forEach(each ->
                errors.require(names.add(each.name()), each.key("name") + " is also the name of another endpoint"));
        var endpoints = written.stream().map(each -> each.read(errors)).toList();
        errors.throwIfAny();
        return endpoints;
    }

    /** An endpoint as it is written. */
    record Written(String name, String url, String secrets, String types, boolean allowPrivateAddresses) {
        String key(String part) {
            return "%s[%s].%s".formatted(KEY, name, part);
        }

        Endpoint read(SettingsErrors errors) {
            errors.require(
                    NAME.matcher(name).matches(),
                    key("name") + " must be 1 to 40 lower-case letters, digits and hyphens, and begin with a letter");
            return new Endpoint(
                    name,
                    readUrl(key("url"), errors),
                    WebhookSecret.readList(key("secrets"), secrets, errors),
                    readTypes(errors),
                    allowPrivateAddresses);
        }

        private HttpUrl readUrl(String key, SettingsErrors errors) {
            var read = HttpUrl.read(key, url, errors);
            errors.require(
                    read.usesTls() || allowPrivateAddresses,
                    key + " must begin with https://; http:// is allowed only together with allow-private-addresses");
            errors.require(
                    allowPrivateAddresses || !PublicAddress.isPrivate(read.host()),
                    key + " must not have an address that is not public, except together with allow-private-addresses");
            return read;
        }

        private List<String> readTypes(SettingsErrors errors) {
            var list = Settings.elementsOf(types);
            list.stream()
                    .filter(type -> !TYPE.matcher(type).matches())
                    .forEach(type -> errors.add(
                            "%s must be resource types (registrations) or types of events (dev.registrar.courses.deleted), not \"%s\""
                                    .formatted(key("types"), type)));
            return list;
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
