package dev.registrar.resource.imports;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.Row;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * An import, as its maker has requested it.
 *
 * @param matchBy the names of the fields by which a row finds its resource: {@code id}, or those of a unique key
 * @param strict whether a rejected row keeps all others from having an effect
 * @param dryRun whether no row has an effect
 * @param columns the header of a CSV file; empty for lines of JSON
 * @param caller whom its changes belong to
 * @param baseUrl the beginning of links, from its request
 * @param traceparent the trace of its request
 */
record Import(
        UUID id,
        ResourceType type,
        List<String> matchBy,
        Mode mode,
        boolean strict,
        boolean dryRun,
        Optional<ImportColumns> columns,
        Caller caller,
        String baseUrl,
        String requestId,
        Optional<String> traceparent) {

    /** What a row does. */
    enum Mode {
        /** Creates a resource; a row with the key of one that exists is rejected. */
        CREATE,
        /** Changes a resource; a row whose key no resource has is rejected. */
        UPDATE,
        /** Changes the resource with its key, or creates it. */
        UPSERT;

        static List<String> names() {
            return Stream.of(values()).map(Mode::toString).toList();
        }

        static Optional<Mode> named(String name) {
            return Stream.of(values())
                    .filter(mode -> mode.toString().equals(name))
                    .findFirst();
        }

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Whether the rows name the ids of their resources. */
    boolean matchesById() {
        return matchBy.equals(List.of(ImportColumns.ID));
    }

    /** Whether all rows are stored in one transaction, or none. */
    boolean isAtOnce() {
        return strict || dryRun;
    }

    /** Reads an import of one of these types, which its caller could begin because its header fits the declaration. */
    static Import of(ResourceTypes types, Row row) {
        var type = types.named(row.getString("resource_type")).orElseThrow();
        return new Import(
                row.getUUID("id"),
                type,
                List.of(row.getString("match_by").split(",", -1)),
                Mode.named(row.getString("import_mode")).orElseThrow(),
                row.getBoolean("strict"),
                row.getBoolean("dry_run"),
                Optional.ofNullable(row.getArrayOfStrings("columns"))
                        .map(header -> ImportColumns.of(type, Arrays.asList(header))),
                Caller.unbound(row.get(JsonObject.class, "caller")),
                row.getString("base_url"),
                row.getString("request_id"),
                Optional.ofNullable(row.getString("traceparent")));
    }
}
