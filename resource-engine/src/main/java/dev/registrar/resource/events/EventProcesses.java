package dev.registrar.resource.events;

import dev.registrar.resource.VerticleProcess;
import dev.registrar.resource.events.log.EventPublisher;
import dev.registrar.resource.events.log.EventReplay;
import dev.registrar.resource.events.webhook.Webhooks;
import java.util.List;

/** What every verticle runs so that others learn of its changes. */
public final class EventProcesses {
    /** Publishes and replays events, delivers them to webhooks, and serves the audit. */
    public static final List<VerticleProcess> ALL =
            List.of(EventPublisher::start, EventReplay::start, Webhooks::start, AuditEvents::start);

    private EventProcesses() {}
}
