package dev.registrar.gateway.events;

import static dev.registrar.resource.error.ErrorCode.INVALID_PAGE;
import static dev.registrar.resource.error.ErrorSource.header;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.events.log.ContractEvents;
import dev.registrar.gateway.authentication.Authentication;
import dev.registrar.gateway.http.AllowedMethodsHandler;
import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.gateway.http.exchange.MediaTypeHandler;
import dev.registrar.gateway.http.exchange.RequestUrl;
import dev.registrar.gateway.http.exchange.Responses;
import dev.registrar.gateway.http.server.HttpSettings;
import dev.registrar.gateway.http.server.PublicUrl;
import dev.registrar.platform.concurrency.ConcurrencyLimit;
import dev.registrar.platform.concurrency.FairQueue;
import dev.registrar.platform.concurrency.FairQueue.Bounds;
import dev.registrar.platform.operations.NodeMetrics;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.Preferences;
import dev.registrar.resource.document.writing.Links;
import dev.registrar.resource.error.ErrorSource;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Serves the events of all resource types at {@code /v1/events/}. */
public final class EventRoutes {
    public static final String PATH = "/v1/events";

    private static final String BATCH = "application/cloudevents-batch+json";
    private static final String LAST_EVENT_ID = "Last-Event-ID";

    private final ContractEvents events;
    private final Authentication authentication;
    private final PublicUrl publicUrl;

    /** How long reading stored events may take. */
    private final Duration reply;

    /** How long a request may wait for events. */
    private final Duration longestWait;

    private final EventReader reader;
    private final Followers followers;
    private final ConcurrencyLimit reads;
    private final FairQueue firstReads;

    public EventRoutes(
            Vertx vertx,
            ContractEvents events,
            Authentication authentication,
            HttpSettings settings,
            TimeLimits limits) {
        this.events = events;
        this.authentication = authentication;
        publicUrl = settings.publicUrlOfRequest();
        reply = limits.reply();
        // A wait must be shorter than the idle timeout of the connection, and a heartbeat more frequent.
        longestWait = Collections.min(
                List.of(settings.maxEventWait(), limits.idle().multipliedBy(3).dividedBy(4)));
        var recent = new RecentEvents(vertx, events.sources());
        // Requests do not wait for streams that catch up: each of these readers has its own queues.
        reader = new EventReader(vertx, events.sources(), recent);
        followers = new Followers(
                vertx,
                new EventReader(vertx, events.sources(), recent),
                recent,
                settings.maxFollowers(),
                reply,
                limits.idle().dividedBy(2));
        reads = new ConcurrencyLimit(
                settings.maxInFlight(),
                JsonApiError.overloaded().countedBy(NodeMetrics.of(vertx).rejections("events")));
        firstReads = new FairQueue(
                vertx, Bounds.inTotal(settings.maxInFlight(), settings.maxFollowers()), followers::reject);
    }

    public void mount(Router router) {
        router.route(PATH)
                .handler(new AllowedMethodsHandler(Set.of(HttpMethod.GET)))
                .handler(authentication.requiring(exchange -> List.of(Action.LIST.scope())))
                .handler(RequestUrl::readQuery)
                .handler(new MediaTypeHandler(List.of(BATCH, EventStream.MEDIA_TYPE)))
                .handler(this::respond);
    }

    /**
     * Ends the responses of all clients that wait for events, so that they continue elsewhere.
     *
     * @return completes when the sources are no longer followed
     */
    public Future<Void> end() {
        return followers.end();
    }

    private void respond(RoutingContext context) {
        // A stream has no links, but a Host that cannot be in links is an error in any request for events.
        var baseUrl = publicUrl.seenBy(context);
        if (Exchange.of(context).isChosen(EventStream.MEDIA_TYPE)) {
            respondWithStream(context);
        } else {
            respondWithPage(context, baseUrl);
        }
    }

    private void respondWithStream(RoutingContext context) {
        var sent = lastEventId(context);
        var asked = queryOf(context);
        var query = sent.map(asked::from).orElse(asked);
        var place = sent.isPresent() ? header(LAST_EVENT_ID) : parameter(EventQuery.AFTER);
        Responses.sendWhenKnown(
                firstRead(context, query),
                page -> stream(context, query, page),
                failure -> fail(context, failure, place));
    }

    private void respondWithPage(RoutingContext context, String baseUrl) {
        var query = queryOf(context);
        var preferred = Preferences.of(
                        Exchange.listHeader(context.request(), "Prefer").orElse(""))
                .ofWait();
        var applied = preferred.waitingAtMost(longestWait(context));
        if (applied.longestWait().isPresent()) {
            Exchange.of(context).contentHeaders().set("Preference-Applied", applied.toString());
        }
        var wait = applied.longestWait().orElse(Duration.ZERO);
        Responses.sendWhenKnown(
                preferred.longestWait().orElse(Duration.ZERO).isZero()
                        ? reads.run(() -> read(query, Exchange.of(context).deadline()))
                        : firstRead(context, query).compose(page -> awaitEvents(context, query, page, wait)),
                page -> sendPage(context, page, baseUrl),
                failure -> fail(context, failure, parameter(EventQuery.AFTER)));
    }

    private EventQuery queryOf(RoutingContext context) {
        var exchange = Exchange.of(context);
        return EventQuery.read(exchange.query(), events, exchange.caller());
    }

    /** The position up to which a client has received a stream that was interrupted. */
    private Optional<EventPosition> lastEventId(RoutingContext context) {
        return Optional.ofNullable(context.request().getHeader(LAST_EVENT_ID))
                .filter(id -> !id.isEmpty())
                .map(id -> EventQuery.positionIn(id, events)
                        .orElseThrow(() -> INVALID_PAGE
                                .at(header(LAST_EVENT_ID), "This must be an id of a stream of this URL.")
                                .asException()));
    }

    /**
     * Clients that follow wait their turn, which does not count as time of the read, and are not rejected: all clients
     * of a node or proxy that stops connect again at once, and {@code EventSource} gives up after an error.
     */
    private Future<EventPage> firstRead(RoutingContext context, EventQuery query) {
        return authentication
                .requireStillValid(context)
                .compose(valid -> firstReads.run(
                        query.caller().identity(), Optional.empty(), () -> read(query, Deadline.in(reply))));
    }

    private Future<EventPage> read(EventQuery query, Deadline deadline) {
        return query.after()
                .map(after -> reader.read(after, query, deadline))
                .orElseGet(() -> reader.latest(query.caller(), deadline).map(EventPage::empty));
    }

    /** How long a request may wait (RFC 7240, 4.3): no longer than its credentials are valid. */
    private Duration longestWait(RoutingContext context) {
        var valid = Duration.between(
                Instant.now(), Exchange.of(context).authenticated().until());
        return valid.isNegative() ? Duration.ZERO : Collections.min(List.of(valid, longestWait));
    }

    /** Waits if there are no events yet. The credentials may become invalid; then the events are not for the client. */
    private Future<EventPage> awaitEvents(RoutingContext context, EventQuery query, EventPage page, Duration time) {
        return !page.events().isEmpty() || page.hasMore()
                ? Future.succeededFuture(page)
                : followers
                        .await(context, query, page, time)
                        .compose(awaited -> awaited.events().isEmpty()
                                ? Future.succeededFuture(awaited)
                                : authentication.requireStillValid(context).map(awaited));
    }

    private void stream(RoutingContext context, EventQuery query, EventPage first) {
        followers.requireRoom();
        if (context.request().method().equals(HttpMethod.HEAD)) {
            // The stream would have no Content-Length, so this has none (RFC 9110, 8.6).
            context.response().putHeader(HttpHeaders.CONTENT_TYPE, EventStream.MEDIA_TYPE);
            Responses.sendEmpty(context, 200);
        } else {
            new EventStream(context, authentication, followers, query).begin(first);
        }
    }

    /** Fails the request; an error about the position names its place. */
    private void fail(RoutingContext context, Throwable failure, ErrorSource place) {
        authentication.fail(
                context,
                failure instanceof JsonApiException error && error.status() < 500
                        ? new JsonApiException(error.errors().stream()
                                .map(each -> each.at(place))
                                .toList())
                        : failure);
    }

    private static void sendPage(RoutingContext context, EventPage page, String baseUrl) {
        var next = next(context, page, baseUrl);
        if (Exchange.of(context).isChosen(BATCH)) {
            Exchange.of(context).contentHeaders().set("Link", "<%s>; rel=\"next\"".formatted(next));
            Responses.sendCompressible(context, BATCH, page.batch());
        } else {
            var self =
                    Links.withQuery(baseUrl + PATH + "/", Exchange.of(context).query());
            Responses.sendDocument(context, 200, page.document(baseUrl, self, next));
        }
    }

    /** Following never ends, so there is always a next page, possibly an empty one. */
    private static String next(RoutingContext context, EventPage page, String baseUrl) {
        Map<String, List<String>> query =
                new LinkedHashMap<>(Exchange.of(context).query());
        query.put(EventQuery.AFTER, List.of(page.next().toString()));
        return Links.withQuery(baseUrl + PATH + "/", query);
    }
}
