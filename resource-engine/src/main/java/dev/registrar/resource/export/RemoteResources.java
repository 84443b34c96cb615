package dev.registrar.resource.export;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.json.Json;
import dev.registrar.resource.query.Page;
import dev.registrar.resource.query.Page.Side;
import dev.registrar.resource.query.PageReader;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The resources of another verticle to which one relationship of the rows leads. They are read by their ids, those of
 * some rows together, and the latest ones are kept, because many rows lead to the same.
 */
final class RemoteResources {
    /** In characters; those of an entry without its texts are estimated. */
    private static final int MOST_KEPT = 8_000_000;

    private static final int ENTRY = 100;

    /** How long a page of them may take. */
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final ResourceClient verticles;
    private final ResourceRequest request;
    private final String type;
    private final int idColumn;
    private final List<String> attributes = new ArrayList<>();

    /** The texts of the attributes, by id; the least recently used come first. */
    private final LinkedHashMap<UUID, String[]> kept = new LinkedHashMap<>(16, 0.75f, true);

    private int keptCharacters;

    RemoteResources(ResourceClient verticles, ResourceRequest request, String type, int idColumn) {
        this.verticles = verticles;
        this.request = request;
        this.type = type;
        this.idColumn = idColumn;
    }

    /**
     * Asks for the names of the attributes of a type that another verticle declares: those of any of its resources.
     *
     * @param fields the parameters that select them
     */
    static Future<List<String>> attributesOf(
            ResourceClient verticles, ResourceRequest request, String type, Map<String, List<String>> fields) {
        Map<String, List<String>> query = new HashMap<>(fields);
        query.put(PageReader.SIZE, List.of("1"));
        return read(verticles, request, type, query)
                .map(resources -> resources
                        .map(resource -> resource.path("attributes").properties())
                        .flatMap(Set::stream)
                        .map(Map.Entry::getKey)
                        .toList());
    }

    private static Future<Stream<JsonNode>> read(
            ResourceClient verticles, ResourceRequest request, String type, Map<String, List<String>> query) {
        // Without a count, which nobody needs.
        query.put(Side.AFTER.parameter(), List.of(""));
        var page = ResourceRequest.of(
                        Action.LIST,
                        request.caller().reading(),
                        request.baseUrl(),
                        Deadline.in(TIMEOUT),
                        request.requestId())
                .withQuery(query);
        return verticles.send(type, page).map(RemoteResources::resourcesIn);
    }

    private static Stream<JsonNode> resourcesIn(ResourceReply reply) {
        return StreamSupport.stream(Json.read(reply.document()).path("data").spliterator(), false);
    }

    /** The text of an attribute in a row; null if it is null, or if the row leads to none that the caller may see. */
    Function<Row, String> text(String attribute) {
        if (!attributes.contains(attribute)) {
            attributes.add(attribute);
        }
        var index = attributes.indexOf(attribute);
        return row -> {
            var id = row.getUUID(idColumn);
            return id == null ? null : kept.get(id)[index];
        };
    }

    /** Like {@link #text}, but the id where there is none. */
    Function<Row, String> identifier(String attribute) {
        var text = text(attribute);
        return row -> {
            var id = row.getUUID(idColumn);
            var identifier = text.apply(row);
            return id == null || identifier != null ? identifier : id.toString();
        };
    }

    /** Reads those of these rows that are not kept. */
    Future<Void> load(RowSet<Row> rows) {
        var ids = StreamSupport.stream(rows.spliterator(), false)
                .map(row -> row.getUUID(idColumn))
                .filter(id -> id != null)
                .collect(Collectors.toSet());
        var missing = ids.stream().filter(id -> kept.get(id) == null).toList();
        var pages = IntStream.iterate(0, from -> from < missing.size(), from -> from + Page.MAX_SIZE)
                .mapToObj(from -> load(missing.subList(from, Math.min(missing.size(), from + Page.MAX_SIZE))))
                .toList();
        return Future.all(pages).<Void>mapEmpty().onSuccess(loaded -> forgetAllBut(ids.size()));
    }

    private Future<Void> load(List<UUID> ids) {
        Map<String, List<String>> query = new HashMap<>();
        query.put("filter[id]", List.of(ids.stream().map(UUID::toString).collect(Collectors.joining(","))));
        query.put("fields[%s]".formatted(type), List.of(String.join(",", attributes)));
        query.put(PageReader.SIZE, List.of(Integer.toString(Page.MAX_SIZE)));
        return read(verticles, request, type, query).map(resources -> {
            ids.forEach(id -> keep(id, new String[attributes.size()]));
            resources.forEach(
                    resource -> keep(UUID.fromString(resource.path("id").asText()), textsOf(resource)));
            return null;
        });
    }

    private String[] textsOf(JsonNode resource) {
        return attributes.stream()
                .map(attribute -> resource.path("attributes").path(attribute))
                .map(value -> value.isNull() || value.isMissingNode() ? null : value.asText())
                .toArray(String[]::new);
    }

    private void keep(UUID id, String[] texts) {
        keptCharacters += sizeOf(texts) - sizeOf(kept.put(id, texts));
    }

    /** The latest ones are those of the rows that come next. */
    private void forgetAllBut(int latest) {
        var oldest = kept.values().iterator();
        while (keptCharacters > MOST_KEPT && kept.size() > latest) {
            keptCharacters -= sizeOf(oldest.next());
            oldest.remove();
        }
    }

    private static int sizeOf(String[] texts) {
        var size = texts == null ? 0 : ENTRY;
        for (var index = 0; texts != null && index < texts.length; index++) {
            size += texts[index] == null ? 0 : texts[index].length();
        }
        return size;
    }
}
