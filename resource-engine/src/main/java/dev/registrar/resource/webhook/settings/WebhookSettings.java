package dev.registrar.resource.webhook.settings;

import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.events.EventTypes;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.settings.SettingsErrors;
import dev.registrar.resource.type.Schema;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;

/** The endpoints of webhooks, and the limits of deliveries to them. */
public record WebhookSettings(List<Endpoint> endpoints, DeliverySettings delivery) {
    private static final String SECTION = "webhooks";
    private static final String ENDPOINTS = "endpoints";

    public WebhookSettings {
        endpoints = List.copyOf(endpoints);
    }

    /**
     * Reads the section {@code webhooks}.
     *
     * @param config all sections of the configuration
     * @throws dev.registrar.resource.settings.InvalidSettingsException with all errors; none of them repeats a URL or a
     *     secret
     */
    public static WebhookSettings in(JsonObject config) {
        var errors = new SettingsErrors();
        var section = config.getJsonObject(SECTION).copy();
        var reader = new EndpointReader(errors);
        var endpoints = reader.read(section.remove(ENDPOINTS));
        var limits = new JsonObject().put(SECTION, section);
        errors.collectFrom(() -> Settings.read(limits, SECTION, DeliverySettings.class));
        errors.throwIfAny();
        var delivery = Settings.read(limits, SECTION, DeliverySettings.class);
        errors.require(
                endpoints.isEmpty()
                        || Settings.value(config, "events.retention", Duration.class)
                                        .compareTo(delivery.giveUpAfter())
                                >= 0,
                "events.retention must not be less than webhooks.give-up-after while there are webhooks.endpoints");
        errors.throwIfAny();
        return new WebhookSettings(endpoints, delivery);
    }

    /**
     * Fails if an endpoint should receive types of events that do not exist.
     *
     * @param schemas all schemas of the service
     */
    public void requireTypes(List<Schema> schemas) {
        var known = schemas.stream()
                .flatMap(schema -> new EventTypes(schema.types()).names().stream())
                .toList();
        var errors = new SettingsErrors();
        for (var endpoint : endpoints) {
            endpoint.types().stream()
                    .filter(type -> !known.contains(type))
                    .forEach(type -> errors.add("webhooks.endpoints: the type %s of %s does not exist; %s"
                            .formatted(type, endpoint, Misspelling.remedy(type, known, "the types"))));
        }
        errors.throwIfAny();
    }
}
