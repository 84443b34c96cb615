package dev.registrar.gateway.events;

import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.gateway.authentication.Authentication;
import dev.registrar.gateway.authentication.ScopeHandler;
import dev.registrar.gateway.contract.ContractEvents;
import dev.registrar.gateway.http.AllowedMethodsHandler;
import dev.registrar.gateway.http.proxy.PublicUrl;
import dev.registrar.gateway.http.request.RequestDeadline;
import dev.registrar.gateway.http.request.media.MediaTypeHandler;
import dev.registrar.gateway.http.request.url.RequestQuery;
import dev.registrar.gateway.http.response.Responses;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.receiving.ConcurrencyLimit;
import dev.registrar.resource.document.writing.Links;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Serves the events of all resource types at {@code /v1/events/}. */
public final class EventRoutes {
    public static final String PATH = "/v1/events";

    private static final String BATCH = "application/cloudevents-batch+json";

    private final ContractEvents events;
    private final Authentication authentication;
    private final PublicUrl publicUrl;
    private final EventReader reader;
    private final ConcurrencyLimit limit;

    /**
     * Creates the routes.
     *
     * @param maxInFlight concurrent requests that read events
     */
    public EventRoutes(
            Vertx vertx, ContractEvents events, Authentication authentication, PublicUrl publicUrl, int maxInFlight) {
        this.events = events;
        this.authentication = authentication;
        this.publicUrl = publicUrl;
        reader = new EventReader(events.sources(), new EventReplay(vertx));
        limit = new ConcurrencyLimit(maxInFlight);
    }

    public void mount(Router router) {
        router.route(PATH)
                .handler(new AllowedMethodsHandler(Set.of(HttpMethod.GET)))
                .handler(authentication)
                .handler(new ScopeHandler(context -> Action.LIST))
                .handler(new RequestQuery())
                .handler(new MediaTypeHandler(List.of(BATCH)))
                .handler(this::respond);
    }

    private void respond(RoutingContext context) {
        var query = EventQuery.read(RequestQuery.of(context), events);
        limit.run(() -> read(context, query))
                .onSuccess(page -> respond(context, page))
                .onFailure(failure -> context.fail(placed(failure)));
    }

    private Future<EventPage> read(RoutingContext context, EventQuery query) {
        var deadline = RequestDeadline.of(context);
        var selection = new EventSelection(query.types(), Authentication.callerOf(context));
        return query.after()
                .map(after -> reader.read(after, selection, query.size(), deadline))
                .orElseGet(() -> reader.latest(deadline).map(latest -> new EventPage(List.of(), latest, false)));
    }

    /** An error about the position names its place. */
    private static Throwable placed(Throwable failure) {
        return failure instanceof JsonApiException error && error.status() < 500
                ? new JsonApiException(error.errors().stream()
                        .map(each -> each.at(parameter(EventQuery.AFTER)))
                        .toList())
                : failure;
    }

    private void respond(RoutingContext context, EventPage page) {
        var baseUrl = publicUrl.of(context);
        var next = next(context, page, baseUrl);
        if (MediaTypeHandler.responseTypeOf(context).equals(BATCH)) {
            context.response().putHeader(HttpHeaders.createOptimized("Link"), "<%s>; rel=\"next\"".formatted(next));
            Responses.document(context, 200, EventDocuments.batch(page));
        } else {
            var self = Links.withQuery(baseUrl + PATH + "/", RequestQuery.of(context));
            Responses.document(context, 200, EventDocuments.document(page, baseUrl, self, next));
        }
    }

    /** Following never ends, so there is always a next page, possibly an empty one. */
    private static String next(RoutingContext context, EventPage page, String baseUrl) {
        Map<String, List<String>> query = new LinkedHashMap<>(RequestQuery.of(context));
        query.put(EventQuery.AFTER, List.of(page.next().toString()));
        return Links.withQuery(baseUrl + PATH + "/", query);
    }
}
