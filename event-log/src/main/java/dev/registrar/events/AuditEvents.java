package dev.registrar.events;

import static dev.registrar.platform.database.Statement.seconds;
import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Attribute.time;
import static dev.registrar.resource.type.Attribute.uuid;

import dev.registrar.platform.database.ProcessWarning;
import dev.registrar.platform.database.RegularRemoval;
import dev.registrar.platform.database.Statement;
import dev.registrar.platform.settings.Settings;
import dev.registrar.platform.settings.SettingsErrors;
import dev.registrar.resource.ResourceService;
import dev.registrar.resource.VerticleProcess.Running;
import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Map;
import org.slf4j.LoggerFactory;

/**
 * The audit: who changed which resource, when, by which request, and how. Triggers record it in one table, which every
 * verticle serves to administrators.
 */
public final class AuditEvents {
    private static final int LONGEST_NAME = 64;
    private static final int LONGEST_REQUEST_ID = 128;

    private static final Attribute OCCURRED_AT = time("occurred_at").indexed().filterable();

    public static final ResourceType TYPE = ResourceType.named("audit_events")
            .table("audit.audit_events")
            .attribute(OCCURRED_AT)
            .attribute(text("action").upTo(LONGEST_NAME))
            .attribute(text("resource_type").upTo(LONGEST_NAME).indexed().filterable())
            .attribute(uuid("resource_id").indexed().filterable())
            .attribute(person("uni"))
            .attribute(person("former_uni"))
            .attribute(text("caller_kind").oneOf("user", "system", "database"))
            .attribute(text("caller_name").upTo(Caller.MAX_NAME).indexed().filterable())
            .attribute(text("caller_issuer").upTo(Caller.MAX_NAME).nullable())
            .attribute(text("caller_subject").upTo(Caller.MAX_NAME).nullable())
            .attribute(text("caller_uni").upTo(Caller.MAX_NAME).nullable())
            .attribute(text("request_id")
                    .upTo(LONGEST_REQUEST_ID)
                    .nullable()
                    .indexed()
                    .filterable())
            .meta("change", "jsonb_build_object('before', r.before, 'after', r.after)")
            .log(OCCURRED_AT)
            .forAdministrators()
            .build();

    /** The types of the service that reads them. */
    public static final ResourceTypes TYPES = ResourceTypes.of(TYPE);

    /** The user of the service may not delete the rows itself. */
    private static final String PRUNE = "SELECT audit.prune(make_interval(secs => $1), $2)";

    private AuditEvents() {}

    /**
     * The settings of the audit.
     *
     * @param retention how long audit events are stored
     */
    public record Retention(Duration retention) {
        /** The database refuses to remove newer rows, whoever asks. */
        private static final Duration SHORTEST = Duration.ofHours(24);

        public Retention {
            var errors = new SettingsErrors();
            errors.require(retention.compareTo(SHORTEST) >= 0, "audit.retention must be at least 24 h");
            errors.throwIfAny();
        }
    }

    /** Starts removing old audit events, and offers the others. */
    static Future<Running> start(ResourceService service) {
        var retention =
                Settings.read(service.config(), "audit", Retention.class).retention();
        var batch = new Statement(PRUNE, Tuple.of(seconds(retention), RegularRemoval.BATCH));
        var warning = new ProcessWarning(
                service.vertx(),
                LoggerFactory.getLogger(AuditEvents.class),
                "Old audit events currently cannot be removed");
        new RegularRemoval(service.vertx(), service.background(), batch, warning).start(retention);
        return service.serveShared(TYPES, TYPE, Map.of()).map(offered -> timeout -> Future.succeededFuture());
    }

    private static Attribute person(String name) {
        return text(name).upTo(LONGEST_NAME).nullable().identifier().indexed().filterable();
    }
}
