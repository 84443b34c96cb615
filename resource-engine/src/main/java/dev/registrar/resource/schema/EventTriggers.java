package dev.registrar.resource.schema;

import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.AttributeKind;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceType.Outcome;
import dev.registrar.resource.type.Schema;
import java.util.Comparator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Generates the triggers that write events and audit events from the declarations. Both contain the fields that a
 * document shows, and no other column.
 */
final class EventTriggers {
    private EventTriggers() {}

    static DerivedMigration of(Schema schema) {
        var sql = schema.types().all().stream()
                .sorted(Comparator.comparing(ResourceType::name))
                .map(type -> resource(type) + function(type) + triggers(type))
                .collect(Collectors.joining());
        return new DerivedMigration(schema, "triggers of events", sql);
    }

    /** The SQL function that returns a row as a resource object. */
    private static String resource(ResourceType type) {
        var attributes = type.attributes().stream()
                .map(attribute -> "'%1$s', r.%1$s".formatted(attribute.name()))
                .collect(Collectors.joining(", "));
        var relationships = type.toOnes().map(EventTriggers::relationship).collect(Collectors.joining(", "));
        return """
                CREATE OR REPLACE FUNCTION %1$s_resource(r %1$s) RETURNS jsonb LANGUAGE sql STABLE AS $$
                    SELECT jsonb_build_object(
                        'type', '%2$s',
                        'id', r.id,
                        'attributes', jsonb_build_object(%3$s),
                        'relationships', jsonb_build_object(%4$s))%5$s
                $$;
                """.formatted(type.table(), type, attributes, relationships, meta(type));
    }

    private static String relationship(ToOne toOne) {
        return """
                '%s', jsonb_build_object('data',
                    CASE WHEN r.%3$s IS NOT NULL THEN jsonb_build_object('type', '%2$s', 'id', r.%3$s) END)""".formatted(toOne.name(), toOne.target(), toOne.column());
    }

    private static String meta(ResourceType type) {
        var simple = type.metaAttributes().stream()
                .map(member -> "jsonb_build_object('%s', %s)".formatted(member.name(), json(member)));
        var object = type.meta().stream()
                .map(meta -> "CASE WHEN %2$s IS NULL THEN '{}' ELSE jsonb_build_object('%1$s', %2$s) END"
                        .formatted(meta.member(), meta.sql()));
        var members = Stream.concat(simple, object).toList();
        return members.isEmpty() ? "" : " || jsonb_build_object('meta', %s)".formatted(String.join(" || ", members));
    }

    /** PostgreSQL would write a time in the time zone of the session. */
    private static String json(Attribute member) {
        var value = member.valueIn("r");
        return member.kind() == AttributeKind.TIME
                ? "to_char(%s AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')".formatted(value)
                : value;
    }

    /**
     * The trigger function of a type. All events of a statement are written at once, because a course may be deleted
     * together with many thousands of terms. An event and its audit event have the same resource object, so they are
     * written together.
     */
    private static String function(ResourceType type) {
        return """
                CREATE OR REPLACE FUNCTION %1$s_event() RETURNS trigger LANGUAGE plpgsql AS $$
                BEGIN
                    IF TG_OP = 'INSERT' THEN
                %2$s    ELSIF TG_OP = 'UPDATE' THEN
                %3$s    ELSIF TG_OP = 'DELETE' THEN
                %4$s    ELSE
                %5$s    END IF;
                    RETURN NULL;
                END
                $$;
                """.formatted(
                type.table(), created(type), updated(type), deleted(type, "former"), deleted(type, type.table()));
    }

    private static String created(ResourceType type) {
        return written(
                type, """
                SELECT is_now.id, 'created', NULL::jsonb, %1$s_resource(is_now), %2$s, NULL,
                                %3$s,
                                %4$s
                            FROM present AS is_now""".formatted(type.table(), owner(type, "is_now"), ofRequest("id"), trace(type, "is_now")));
    }

    /**
     * A change of no field of the resource is not an event, unless it has an outcome. When a resource is given to
     * another person, the event also has it as it was, because the former person has to learn of this, too.
     */
    private static String updated(ResourceType type) {
        return written(type, """
                SELECT is_now.id, %2$s,
                                %1$s_resource(was), %1$s_resource(is_now), %3$s, nullif(%4$s, %3$s),
                                %5$s,
                                %6$s
                            FROM present AS is_now JOIN former AS was ON was.id = is_now.id
                            WHERE %7$s IS DISTINCT FROM %8$s""".formatted(
                        type.table(),
                        type.outcome().map(EventTriggers::outcome).orElse("'updated'"),
                        owner(type, "is_now"),
                        owner(type, "was"),
                        request("is_now"),
                        trace(type, "is_now"),
                        values(type, "was"),
                        values(type, "is_now")));
    }

    /** TRUNCATE has no transition table: before it, the rows are still in the table. */
    private static String deleted(ResourceType type, String rows) {
        return written(type, """
                SELECT was.id, 'deleted', %1$s_resource(was), NULL::jsonb, %2$s, NULL,
                                %3$s,
                                %4$s
                            FROM %5$s AS was""".formatted(type.table(), owner(type, "was"), request("was"), trace(type, "was"), rows));
    }

    private static String written(ResourceType type, String changes) {
        return """
                        WITH change (id, action, before, after, uni, former_uni, request_id, traceparent) AS MATERIALIZED (
                            %3$s
                        ), event AS (
                            INSERT INTO %2$s.events (change, type, subject, document, former_document, traceparent)
                            SELECT action, '%1$s', id, coalesce(after, before), CASE WHEN former_uni IS NOT NULL THEN before END,
                                traceparent
                            FROM change
                        )
                        INSERT INTO audit.audit_events
                            (action, resource_type, resource_id, uni, former_uni, request_id, before, after)
                        SELECT action, '%1$s', id, uni, former_uni, request_id, before, after FROM change;
                """.formatted(type, type.schema(), changes);
    }

    private static String triggers(ResourceType type) {
        return """
                CREATE OR REPLACE TRIGGER %2$s_created AFTER INSERT ON %1$s
                    REFERENCING NEW TABLE AS present
                    FOR EACH STATEMENT EXECUTE FUNCTION %1$s_event();
                CREATE OR REPLACE TRIGGER %2$s_updated AFTER UPDATE ON %1$s
                    REFERENCING OLD TABLE AS former NEW TABLE AS present
                    FOR EACH STATEMENT EXECUTE FUNCTION %1$s_event();
                CREATE OR REPLACE TRIGGER %2$s_deleted AFTER DELETE ON %1$s
                    REFERENCING OLD TABLE AS former
                    FOR EACH STATEMENT EXECUTE FUNCTION %1$s_event();
                CREATE OR REPLACE TRIGGER %2$s_truncated BEFORE TRUNCATE ON %1$s
                    FOR EACH STATEMENT EXECUTE FUNCTION %1$s_event();
                CREATE OR REPLACE TRIGGER %2$s_keep_id BEFORE UPDATE OF id ON %1$s
                    FOR EACH ROW WHEN (OLD.id <> NEW.id) EXECUTE FUNCTION %3$s.keep_id();
                """.formatted(type.table(), type.tableWithoutSchema(), type.schema());
    }

    /**
     * The id of the request that changes a row; for a process of the service, of the request that changed it last, to
     * which the process owes the work. It is part of the statement, because PostgreSQL does not inline a function that
     * has a query.
     */
    private static String request(String row) {
        return ofRequestUnlessOfProcess("id", """
                (SELECT request_id FROM audit.audit_events WHERE resource_id = %s.id
                    ORDER BY occurred_at DESC, id DESC LIMIT 1)""".formatted(row));
    }

    /** The trace of the request that changes a row or, for a process of the service, that the row keeps. */
    private static String trace(ResourceType type, String row) {
        return type.traceColumn()
                .map(column -> ofRequestUnlessOfProcess("traceparent", row + "." + column))
                .orElse(ofRequest("traceparent"));
    }

    private static String ofRequestUnlessOfProcess(String member, String ofProcess) {
        return "CASE WHEN current_setting('registrar.authtype', true) = 'system' THEN %s ELSE %s END"
                .formatted(ofProcess, ofRequest(member));
    }

    private static String ofRequest(String member) {
        return "nullif(current_setting('registrar.request', true), '')::jsonb ->> '%s'".formatted(member);
    }

    private static String owner(ResourceType type, String row) {
        return type.owner().map(owner -> row + "." + owner.name()).orElse("NULL");
    }

    /** The columns and the outcome of a row that an event shows. */
    private static String values(ResourceType type, String row) {
        var columns = Stream.concat(
                type.attributes().stream().map(attribute -> attribute.name()),
                type.toOnes().map(ToOne::column));
        return Stream.concat(
                        columns.map(column -> row + "." + column),
                        type.outcome().stream()
                                .flatMap(outcome -> Stream.of(outcome.function(), outcome.functionOfNumber()))
                                .map(function -> "%s(%s)".formatted(function, row)))
                .collect(Collectors.joining(", ", "ROW(", ")"));
    }

    private static String outcome(Outcome outcome) {
        return "coalesce(CASE WHEN %2$s(is_now) IS DISTINCT FROM %2$s(was) THEN %1$s(is_now) END, 'updated')"
                .formatted(outcome.function(), outcome.functionOfNumber());
    }
}
