package dev.registrar.events;

import dev.registrar.events.log.EventPublisher;
import dev.registrar.events.log.EventReplay;
import dev.registrar.events.webhook.Webhooks;
import dev.registrar.resource.VerticleProcess;
import java.util.List;

/** What every verticle runs so that others learn of its changes. */
public final class EventProcesses {
    /** Publishes and replays events, delivers them to webhooks, and serves the audit. */
    public static final List<VerticleProcess> ALL =
            List.of(EventPublisher::start, EventReplay::start, Webhooks::start, AuditEvents::start);

    private EventProcesses() {}
}
