package dev.registrar.events;

import dev.registrar.events.log.EventPublisher;
import dev.registrar.events.log.EventReplay;
import dev.registrar.events.webhook.Webhooks;
import dev.registrar.resource.VerticleProcess;
import dev.registrar.resource.imports.ImportJob;
import dev.registrar.resource.imports.Imports;
import java.util.List;

/** What every verticle runs beside its own types. */
public final class EventProcesses {
    /** Publishes and replays events, delivers them to webhooks, serves the audit, receives files and imports them. */
    public static final List<VerticleProcess> ALL = List.of(
            EventPublisher::start,
            EventReplay::start,
            Webhooks::start,
            AuditEvents::start,
            Imports::start,
            ImportJob::start);

    private EventProcesses() {}
}
