package dev.registrar.resource.imports;

import static dev.registrar.resource.error.ErrorCode.RELATED_NOT_FOUND;
import static dev.registrar.resource.error.ErrorSource.pointer;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.platform.database.Statement;
import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.json.Json;
import dev.registrar.resource.query.Page;
import dev.registrar.resource.query.PageReader;
import dev.registrar.resource.store.RequestScope;
import dev.registrar.resource.store.ResourceKey;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Replaces the identifiers of related resources in rows by ids: of local resources by SQL, of those of other verticles
 * by requests of the caller, for many rows at once.
 *
 * @param scope whose caller sees the resources
 * @param timeout of each request
 */
record RelatedIds(RequestScope scope, ResourceClient otherVerticles, Duration timeout) {

    /** Rejects rows with an identifier that no resource has. */
    Future<Void> replaceIn(List<ImportedRow> rows, Function<Statement, Future<RowSet<Row>>> sql) {
        return Future.all(scope.type()
                        .toOnes()
                        .filter(toOne -> toOne.identifier().isPresent())
                        .map(toOne -> replace(toOne, rows, sql))
                        .toList())
                .mapEmpty();
    }

    private Future<Void> replace(ToOne toOne, List<ImportedRow> rows, Function<Statement, Future<RowSet<Row>>> sql) {
        Set<String> identifiers = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        rows.forEach(row -> row.identifier(toOne).ifPresent(identifiers::add));
        if (identifiers.isEmpty()) {
            return Future.succeededFuture();
        }
        var all = List.copyOf(identifiers);
        var found = scope.types()
                .targetOf(toOne)
                .map(target -> local(key(target, toOne), all, sql))
                .orElseGet(() -> remote(toOne, all));
        return found.map(ids -> {
            rows.forEach(row -> row.identifier(toOne).ifPresent(text -> replace(row, toOne, text, ids)));
            return null;
        });
    }

    private static void replace(ImportedRow row, ToOne toOne, String identifier, Map<String, UUID> ids) {
        if (!ids.containsKey(identifier)) {
            row.reject(RELATED_NOT_FOUND.at(
                    pointer("data", "relationships", toOne.name(), "data", "id"),
                    "There is nothing with the %s \"%s\" among the %s."
                            .formatted(
                                    Attribute.label(toOne.identifier().orElseThrow()),
                                    Excerpt.of(identifier),
                                    Attribute.label(toOne.target()))));
        }
        // No resource has the other id: it takes the place of one, so that the rest of the row can be checked.
        row.setRelated(toOne, ids.getOrDefault(identifier, Ids.NIL));
    }

    private static ResourceKey key(ResourceType target, ToOne toOne) {
        var identifier = target.attribute(toOne.identifier().orElseThrow()).orElseThrow();
        return new ResourceKey(target, List.of(identifier), List.of());
    }

    private static Future<Map<String, UUID>> local(
            ResourceKey key, List<String> identifiers, Function<Statement, Future<RowSet<Row>>> sql) {
        var keys = identifiers.stream().<List<Object>>map(List::of).toList();
        return sql.apply(key.ids(keys)).map(rows -> {
            Map<String, UUID> ids = caseless();
            rows.forEach(row -> ids.put(identifiers.get(row.getInteger("index") - 1), row.getUUID("id")));
            return ids;
        });
    }

    private Future<Map<String, UUID>> remote(ToOne toOne, List<String> identifiers) {
        var replies = IntStream.iterate(0, from -> from < identifiers.size(), from -> from + Page.MAX_SIZE)
                .mapToObj(from -> identifiers.subList(from, Math.min(identifiers.size(), from + Page.MAX_SIZE)))
                .map(some -> page(toOne, some))
                .toList();
        return Future.all(replies).map(all -> {
            Map<String, UUID> ids = caseless();
            all.<JsonNode>list()
                    .forEach(page -> page.path("data")
                            .forEach(resource -> ids.put(
                                    resource.path("attributes")
                                            .path(toOne.identifier().orElseThrow())
                                            .asText(),
                                    UUID.fromString(resource.path("id").asText()))));
            return ids;
        });
    }

    private Future<JsonNode> page(ToOne toOne, List<String> identifiers) {
        var attribute = toOne.identifier().orElseThrow();
        var query = Map.of(
                "filter[%s.iexact]".formatted(attribute),
                List.of(identifiers.stream().map(RelatedIds::quoted).collect(Collectors.joining(","))),
                "fields[%s]".formatted(toOne.target()),
                List.of(attribute),
                PageReader.SIZE,
                List.of(Integer.toString(Page.MAX_SIZE)));
        var request = scope.request();
        return otherVerticles
                .send(
                        toOne.target(),
                        ResourceRequest.of(
                                        Action.LIST,
                                        request.caller().reading(),
                                        request.baseUrl(),
                                        Deadline.in(timeout),
                                        request.requestId())
                                .withQuery(query))
                .map(reply -> Json.read(reply.document()));
    }

    private static String quoted(String value) {
        return "\"%s\"".formatted(value.replace("\"", "\"\""));
    }

    private static Map<String, UUID> caseless() {
        return new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    }
}
