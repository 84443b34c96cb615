package dev.registrar.resource.audit;

import static dev.registrar.resource.type.Attribute.text;
import static dev.registrar.resource.type.Attribute.time;
import static dev.registrar.resource.type.Attribute.uuid;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;

/** The declaration of audit events: the changes of all resources. */
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

    private AuditEvents() {}

    private static Attribute person(String name) {
        return text(name).upTo(LONGEST_NAME).nullable().identifier().indexed().filterable();
    }
}
