package dev.registrar.gateway.documentation;

import dev.registrar.gateway.contract.Contract;
import dev.registrar.gateway.events.EventRoutes;
import dev.registrar.gateway.http.AllowedMethodsHandler;
import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.gateway.http.exchange.MediaRange;
import dev.registrar.gateway.http.exchange.MediaTypeHandler;
import dev.registrar.gateway.http.exchange.RequestUrl;
import dev.registrar.gateway.http.exchange.Responses;
import dev.registrar.gateway.http.server.PublicUrl;
import dev.registrar.resource.document.JsonApi;
import dev.registrar.resource.json.Json;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.Map;
import java.util.Set;

/**
 * Serves {@code /v1/}, where clients begin: a document with links to the collections, the events, the documentation and
 * the contracts. From {@code /} it leads people to the documentation.
 */
public record EntryPoint(Contract contract, PublicUrl publicUrl) {
    private static final String PATH = "/v1";

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
        new StaticContent(document, Exchange.of(context).documentType()).sendTo(context);
    }

    /** A document without data must have meta (JSON:API 1.0, "Top Level"). */
    private Buffer document(String baseUrl) {
        return Json.write(out -> {
            out.writeStartObject();
            out.writeObjectField("meta", Map.of("name", "Registrar"));
            out.writeObjectFieldStart("links");
            out.writeStringField("self", baseUrl + PATH + "/");
            for (var collection : contract.collections().entrySet()) {
                out.writeStringField(collection.getKey(), baseUrl + collection.getValue());
            }
            out.writeStringField("events", baseUrl + EventRoutes.PATH + "/");
            out.writeStringField("documentation", baseUrl + DocumentationRoutes.PAGE);
            out.writeStringField("contract", baseUrl + DocumentationRoutes.CONTRACT);
            out.writeStringField("event_bus_contract", baseUrl + DocumentationRoutes.EVENT_BUS);
            out.writeEndObject();
            JsonApi.writeMember(out);
            out.writeEndObject();
        });
    }
}
