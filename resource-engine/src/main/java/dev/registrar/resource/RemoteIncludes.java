package dev.registrar.resource;

import com.fasterxml.jackson.databind.JsonNode;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.document.Ids;
import dev.registrar.resource.document.writing.Included;
import dev.registrar.resource.document.writing.Included.RemoteLinkage;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.json.Json;
import dev.registrar.resource.query.Inclusion;
import dev.registrar.resource.query.Page;
import dev.registrar.resource.query.PageReader;
import dev.registrar.resource.query.ResourceQuery;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Requests included resources from the verticles that store them, by their ids: one message for all resources of a
 * page, or more if they do not fit on one page of that verticle.
 */
record RemoteIncludes(ResourceClient otherVerticles) {
    Future<List<JsonNode>> read(ResourceRequest request, ResourceQuery query, Optional<Included> included) {
        var linked = included.map(Included::remote).orElse(List.of());
        if (linked.isEmpty()) {
            return Future.succeededFuture(List.of());
        }
        var fields = query.inclusion().remoteFields();
        List<Future<ResourceReply>> replies = linked.stream()
                .flatMap(linkage -> queries(linkage, fields).stream()
                        .map(remote -> otherVerticles.send(
                                linkage.include().relationship().target(), request.forCollection(remote))))
                .toList();
        return Future.all(replies).map(all -> resourcesIn(all.list()));
    }

    private static List<Map<String, List<String>>> queries(RemoteLinkage linked, Map<String, List<String>> fields) {
        // Without related resources, a request for none of them still checks the parameters.
        var ids = linked.ids().isEmpty() ? List.of(Ids.NIL) : linked.ids();
        return IntStream.iterate(0, from -> from < ids.size(), from -> from + Page.MAX_SIZE)
                .mapToObj(from -> ids.subList(from, Math.min(ids.size(), from + Page.MAX_SIZE)))
                .map(some -> query(some, linked, fields))
                .toList();
    }

    private static Map<String, List<String>> query(
            List<UUID> ids, RemoteLinkage linked, Map<String, List<String>> fields) {
        Map<String, List<String>> query = new LinkedHashMap<>(fields);
        query.put("filter[id]", List.of(ids.stream().map(UUID::toString).collect(Collectors.joining(","))));
        query.put(PageReader.SIZE, List.of(Integer.toString(Page.MAX_SIZE)));
        query.put(Inclusion.PARAMETER, List.of(String.join(",", linked.include().onward())));
        return query;
    }

    private static List<JsonNode> resourcesIn(List<ResourceReply> replies) {
        List<JsonNode> resources = new ArrayList<>();
        for (var reply : replies) {
            var document = documentOf(reply);
            document.path("data").forEach(resources::add);
            document.path("included").forEach(resources::add);
        }
        return resources;
    }

    /** Malformed JSON from another verticle is not an error of the client. */
    private static JsonNode documentOf(ResourceReply reply) {
        try {
            return Json.read(reply.document());
        } catch (JsonApiException malformed) {
            throw new IllegalStateException("A verticle replied with malformed JSON", malformed);
        }
    }
}
