package dev.registrar.gateway.documentation;

import dev.registrar.gateway.contract.Contract;
import dev.registrar.gateway.events.EventRoutes;
import dev.registrar.gateway.http.AllowedMethodsHandler;
import dev.registrar.gateway.http.exchange.Compression;
import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.gateway.http.exchange.MediaRange;
import dev.registrar.gateway.http.exchange.MediaTypeHandler;
import dev.registrar.gateway.http.exchange.RequestUrl;
import dev.registrar.gateway.http.exchange.Responses;
import dev.registrar.gateway.http.server.PublicUrl;
import dev.registrar.resource.bus.Preconditions;
import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.document.writing.EntityTag;
import dev.registrar.resource.json.Json;
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
                Exchange.listHeader(context.request(), HttpHeaders.ACCEPT).orElse(""));
        if (accepted.stream().anyMatch(range -> range.type().equals("text/html") && range.weight() > 0)) {
            context.response().putHeader(HttpHeaders.LOCATION, publicUrl.seenBy(context) + DocumentationRoutes.PAGE);
            Responses.sendEmpty(context, 303);
        } else {
            context.next();
        }
    }

    private void respond(RoutingContext context) {
        RequestUrl.requireNoQuery(context);
        var document = document(publicUrl.seenBy(context));
        var tag = EntityTag.of(document);
        var held = Exchange.listHeader(context.request(), HttpHeaders.IF_NONE_MATCH)
                .map(Compression::documentTags);
        if (new Preconditions(Optional.empty(), held).namedByIfNoneMatch(tag)) {
            Compression.describeHeld(context, tag);
            Responses.sendEmpty(context, 304);
        } else {
            Exchange.of(context).contentHeaders().set(HttpHeaders.ETAG, tag);
            Responses.sendDocument(context, 200, document);
        }
    }

    /** A document without data must have meta (JSON:API 1.0, "Top Level"). */
    private Buffer document(String baseUrl) {
        return Json.write(out -> {
            out.writeStartObject();
            out.writeObjectField("meta", Map.of("name", "Registrar"));
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
