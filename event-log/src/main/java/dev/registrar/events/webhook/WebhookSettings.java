package dev.registrar.events.webhook;

import dev.registrar.events.log.EventTypes;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.SettingsErrors;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.type.Schema;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** The endpoints of webhooks, and the limits of deliveries to them. */
public record WebhookSettings(List<Endpoint> endpoints, Delivery delivery) {
    private static final String SECTION = "webhooks";

    /** The section as it is written. */
    record Written(List<Object> endpoints, Delivery delivery) {}

    public WebhookSettings {
        endpoints = List.copyOf(endpoints);
    }

    /**
     * The limits of deliveries, the same for all endpoints.
     *
     * @param concurrency the number of deliveries to one endpoint at a time; the same number for those that are
     *     repeated
     * @param timeout how long an endpoint may take to respond
     * @param retryDelay the wait after the first attempt, which doubles with each further one
     * @param retryCap the longest wait between two attempts
     * @param maxWaiting how many events that failed, or wait for one that failed, are kept; then an endpoint receives
     *     no further ones
     * @param giveUpAfter how long after the first attempt an event is given up
     * @param pollInterval how often to look for events
     * @param lease how long a worker keeps an endpoint without renewing its claim
     */
    public record Delivery(
            int concurrency,
            Duration timeout,
            Duration retryDelay,
            Duration retryCap,
            int maxWaiting,
            Duration giveUpAfter,
            Duration pollInterval,
            Duration lease) {
        private static final int MAX_CONCURRENCY = 100;
        private static final Duration MIN_LEASE = Duration.ofMillis(100);
        private static final Duration MAX_TIMEOUT = Duration.ofMinutes(1);

        public Delivery {
            var errors = new SettingsErrors();
            errors.require(
                    concurrency >= 1 && concurrency <= MAX_CONCURRENCY,
                    "webhooks.concurrency must be from 1 to %s".formatted(MAX_CONCURRENCY));
            errors.require(maxWaiting >= 1, "webhooks.max-waiting must be at least 1");
            Map.of("retry-delay", retryDelay, "give-up-after", giveUpAfter, "poll-interval", pollInterval)
                    .forEach((key, value) -> errors.requirePositive("webhooks." + key, value));
            errors.require(
                    !timeout.isZero() && timeout.compareTo(MAX_TIMEOUT) <= 0,
                    "webhooks.timeout must be from 1 ms to %s s".formatted(MAX_TIMEOUT.toSeconds()));
            errors.require(retryCap.compareTo(retryDelay) >= 0, "webhooks.retry-cap must not be less than retry-delay");
            errors.require(
                    lease.compareTo(MIN_LEASE) >= 0,
                    "webhooks.lease must be at least %s ms".formatted(MIN_LEASE.toMillis()));
            errors.throwIfAny();
        }
    }

    /**
     * Reads the section {@code webhooks}.
     *
     * @param config all sections of the configuration
     * @throws dev.registrar.platform.settings.InvalidSettingsException with all errors; none of them repeats a URL or a
     *     secret
     */
    public static WebhookSettings in(JsonObject config) {
        var errors = new SettingsErrors();
        errors.require(
                config.getJsonObject(SECTION).getValue("endpoints") instanceof JsonArray,
                "webhooks.endpoints must be a list; each entry has a name, a url and secrets");
        errors.throwIfAny();
        errors.collectFrom(() -> Settings.read(config, SECTION, Written.class));
        errors.collectFrom(() -> Endpoint.listIn(config));
        errors.throwIfAny();
        var settings = new WebhookSettings(
                Endpoint.listIn(config),
                Settings.read(config, SECTION, Written.class).delivery());
        var retention = Settings.value(config, "events.retention", Duration.class);
        errors.require(
                settings.endpoints.isEmpty() || retention.compareTo(settings.delivery.giveUpAfter()) >= 0,
                "events.retention must not be less than webhooks.give-up-after while there are webhooks.endpoints");
        errors.throwIfAny();
        return settings;
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
