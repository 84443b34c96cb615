package dev.registrar.resource.webhook.settings;

import dev.registrar.resource.http.HttpUrl;
import dev.registrar.resource.http.PublicAddress;
import dev.registrar.resource.http.WebhookSecret;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.settings.SettingsErrors;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the list of endpoints, and collects an error for each mistake in it. */
final class EndpointReader {
    private static final String KEY = "webhooks.endpoints";
    private static final int MAX_ENDPOINTS = 100;
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");
    private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9_]*|dev\\.registrar\\.[a-z][a-z0-9_]*\\.[a-z_]+");

    /** The keys that an endpoint may leave out. */
    private static final JsonObject DEFAULTS = new JsonObject().put("types", "").put("allow-private-addresses", false);

    private final SettingsErrors errors;
    private final Set<String> names = new HashSet<>();

    EndpointReader(SettingsErrors errors) {
        this.errors = errors;
    }

    /** An endpoint as it is written. */
    record Written(String name, String url, String secrets, String types, boolean allowPrivateAddresses) {}

    /** Returns the endpoints without mistakes. */
    List<Endpoint> read(Object list) {
        List<Endpoint> endpoints = new ArrayList<>();
        if (!(list instanceof JsonArray entries)) {
            errors.add(KEY + " must be a list; each entry has a name, a url and secrets");
            return endpoints;
        }
        errors.require(entries.size() <= MAX_ENDPOINTS, "%s may have %s entries".formatted(KEY, MAX_ENDPOINTS));
        var places = Settings.placesOf(KEY, entries.getList());
        for (var i = 0; i < entries.size(); i++) {
            var place = places.get(i);
            var entry = entries.getValue(i);
            errors.collect(
                    () -> endpoints.add(endpoint(place, Settings.readEntry(place, entry, DEFAULTS, Written.class))));
        }
        return endpoints;
    }

    private Endpoint endpoint(String place, Written written) {
        errors.require(
                NAME.matcher(written.name()).matches(),
                place + ".name must be 1 to 40 lower-case letters, digits and hyphens, and begin with a letter");
        errors.require(names.add(written.name()), "%s.name is also the name of another endpoint".formatted(place));
        return new Endpoint(
                written.name(),
                url(place, written),
                WebhookSecret.readList(place + ".secrets", written.secrets(), errors),
                types(place, written.types()),
                written.allowPrivateAddresses());
    }

    private HttpUrl url(String place, Written written) {
        var key = place + ".url";
        var url = HttpUrl.read(key, written.url(), errors);
        errors.require(
                url.usesTls() || written.allowPrivateAddresses(),
                key + " must begin with https://; http:// is allowed only together with allow-private-addresses");
        errors.require(
                written.allowPrivateAddresses() || !PublicAddress.isPrivate(url.host()),
                key + " must not have an address that is not public, except together with allow-private-addresses");
        return url;
    }

    private List<String> types(String place, String list) {
        var types = Settings.elementsOf(list);
        types.stream()
                .filter(type -> !TYPE.matcher(type).matches())
                .forEach(type -> errors.add(
                        "%s.types must be resource types (registrations) or types of events (dev.registrar.courses.deleted), not \"%s\""
                                .formatted(place, type)));
        return types;
    }
}
