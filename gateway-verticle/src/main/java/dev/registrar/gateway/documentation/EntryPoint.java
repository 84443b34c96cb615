package dev.registrar.gateway.documentation;

import dev.registrar.gateway.contract.Contract;
import dev.registrar.gateway.events.EventRoutes;
import dev.registrar.gateway.http.AllowedMethodsHandler;
import dev.registrar.gateway.http.proxy.PublicUrl;
import dev.registrar.gateway.http.request.ListHeader;
import dev.registrar.gateway.http.request.media.MediaRange;
import dev.registrar.gateway.http.request.media.MediaTypeHandler;
import dev.registrar.gateway.http.request.url.RequestQuery;
import dev.registrar.gateway.http.response.Compression;
import dev.registrar.gateway.http.response.ContentHeaders;
import dev.registrar.gateway.http.response.Responses;
import dev.registrar.resource.bus.Preconditions;
import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.document.writing.EntityTag;
import dev.registrar.resource.json.Json;
import dev.registrar.resource.query.QueryReader;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Serves {@code /v1/}, where clients begin: a document with links to the collections, the events, the documentation and
 * the contracts. From {@code /} it leads people to the documentation.
 */
public final class EntryPoint {
    private static final String PATH = "/v1";

    private final Map<String, String> links = new LinkedHashMap<>();
    private final PublicUrl publicUrl;

    public EntryPoint(Contract contract, PublicUrl publicUrl) {
        links.put("self", PATH + "/");
        links.putAll(contract.collections());
        links.put("events", EventRoutes.PATH + "/");
        links.put("documentation", DocumentationRoutes.PAGE);
        links.put("contract", DocumentationRoutes.CONTRACT);
        links.put("event_bus_contract", DocumentationRoutes.EVENT_BUS);
        this.publicUrl = publicUrl;
    }

    public void mount(Router router) {
        router.get("/").handler(this::leadToDocumentation);
        router.head("/").handler(this::leadToDocumentation);
        router.route(PATH)
                .handler(new AllowedMethodsHandler(Set.of(HttpMethod.GET)))
                .handler(new MediaTypeHandler())
                .handler(this::respond);
    }

    /** Programs, which do not accept pages, learn that there is nothing. */
    private void leadToDocumentation(RoutingContext context) {
        var accepted = MediaRange.parse(
                ListHeader.of(context.request(), HttpHeaders.ACCEPT).orElse(""));
        if (accepted.stream().anyMatch(range -> range.type().equals("text/html") && range.weight() > 0)) {
            context.response().putHeader(HttpHeaders.LOCATION, publicUrl.of(context) + DocumentationRoutes.PAGE);
            Responses.empty(context, 303);
        } else {
            context.next();
        }
    }

    private void respond(RoutingContext context) {
        QueryReader.requireNone(RequestQuery.read(context));
        var document = document(publicUrl.of(context));
        var tag = EntityTag.of(document);
        if (isHeld(context, tag)) {
            Compression.describeHeld(context, tag);
            Responses.empty(context, 304);
        } else {
            ContentHeaders.of(context).set(HttpHeaders.ETAG, tag);
            Responses.document(context, 200, document);
        }
    }

    private static boolean isHeld(RoutingContext context, String tag) {
        var held = ListHeader.of(context.request(), HttpHeaders.IF_NONE_MATCH).map(Compression::documentTags);
        return new Preconditions(Optional.empty(), held).namedByIfNoneMatch(tag);
    }

    /** A document without data must have meta (JSON:API 1.0, "Top Level"). */
    private Buffer document(String baseUrl) {
        return Json.write(out -> {
            out.writeStartObject();
            out.writeObjectFieldStart("meta");
            out.writeStringField("name", "Registrar");
            out.writeEndObject();
            out.writeObjectFieldStart("links");
            for (var link : links.entrySet()) {
                out.writeStringField(link.getKey(), baseUrl + link.getValue());
            }
            out.writeEndObject();
            JsonApi.writeMember(out);
            out.writeEndObject();
        });
    }
}
