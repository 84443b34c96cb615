package dev.registrar.events.webhook;

import dev.registrar.platform.http.HttpUrl;
import dev.registrar.platform.http.PublicAddress;
import dev.registrar.platform.http.WebhookSecret;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.SettingsErrors;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
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

    /** Reads a list of endpoints, adds an error for each mistake in it, and returns the endpoints without mistakes. */
    static List<Endpoint> readList(Object list, SettingsErrors errors) {
        List<Endpoint> endpoints = new ArrayList<>();
        if (!(list instanceof JsonArray entries)) {
            errors.add(KEY + " must be a list; each entry has a name, a url and secrets");
            return endpoints;
        }
        errors.require(entries.size() <= MAX_ENDPOINTS, "%s may have %s entries".formatted(KEY, MAX_ENDPOINTS));
        var places = Settings.placesOf(KEY, entries.getList());
        Set<String> names = new HashSet<>();
        for (var i = 0; i < entries.size(); i++) {
            var place = places.get(i);
            var entry = entries.getValue(i);
            errors.collect(() -> {
                var written = Settings.readEntry(place, entry, DEFAULTS, Written.class);
                errors.require(
                        names.add(written.name()), "%s.name is also the name of another endpoint".formatted(place));
                endpoints.add(written.read(place, errors));
            });
        }
        return endpoints;
    }

    /** An endpoint as it is written. */
    record Written(String name, String url, String secrets, String types, boolean allowPrivateAddresses) {
        Endpoint read(String place, SettingsErrors errors) {
            errors.require(
                    NAME.matcher(name).matches(),
                    place + ".name must be 1 to 40 lower-case letters, digits and hyphens, and begin with a letter");
            return new Endpoint(
                    name,
                    readUrl(place + ".url", errors),
                    WebhookSecret.readList(place + ".secrets", secrets, errors),
                    readTypes(place, errors),
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

        private List<String> readTypes(String place, SettingsErrors errors) {
            var list = Settings.elementsOf(types);
            list.stream()
                    .filter(type -> !TYPE.matcher(type).matches())
                    .forEach(type -> errors.add(
                            "%s.types must be resource types (registrations) or types of events (dev.registrar.courses.deleted), not \"%s\""
                                    .formatted(place, type)));
            return list;
        }
    }

    @Override
    public String toString() {
        return name;
    }
}
