package dev.registrar.gateway.http;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.gateway.contract.Contract.ContractOperation;
import dev.registrar.gateway.contract.Contract.ContractPath;
import dev.registrar.gateway.http.exchange.Compression;
import dev.registrar.gateway.http.exchange.Exchange;
import dev.registrar.gateway.http.exchange.Responses;
import dev.registrar.gateway.http.server.PublicUrl;
import dev.registrar.gateway.http.transfer.ExportResponse;
import dev.registrar.gateway.http.transfer.ImportUpload;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.BodyReaders;
import dev.registrar.resource.bus.ErrorReplyException;
import dev.registrar.resource.bus.Preconditions;
import dev.registrar.resource.bus.Preferences;
import dev.registrar.resource.bus.RequestDocument;
import dev.registrar.resource.bus.RequestLimits;
import dev.registrar.resource.bus.ResourceClient;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.idempotency.IdempotencyKey;
import dev.registrar.resource.query.Page.Side;
import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Sends the request to the verticle of its resource type, and the bytes of its reply to the client. */
record ForwardToVerticle(
        ContractPath path,
        ResourceClient verticles,
        ImportUpload uploads,
        RequestLimits limits,
        PublicUrl publicUrl,
        BodyReaders bodies)
        implements Handler<RoutingContext> {
    private static final int ACCEPTED = 202;
    private static final CharSequence IF_MATCH = HttpHeaders.createOptimized("If-Match");
    private static final CharSequence IF_NONE_MATCH = HttpHeaders.createOptimized("If-None-Match");
    private static final CharSequence PREFER = HttpHeaders.createOptimized("Prefer");
    private static final CharSequence PREFERENCE_APPLIED = HttpHeaders.createOptimized("Preference-Applied");
    private static final CharSequence IDEMPOTENCY_KEY = HttpHeaders.createOptimized(IdempotencyKey.HEADER);

    @Override
    public void handle(RoutingContext context) {
        var action = actionOf(context);
        Responses.sendWhenKnown(
                limits.run(action, () -> send(context)), reply -> respond(context, reply), context::fail);
    }

    private static ContractOperation operationOf(RoutingContext context) {
        return Exchange.of(context).operation().orElseThrow();
    }

    private static Action actionOf(RoutingContext context) {
        var action = operationOf(context).action();
        return Exchange.of(context).format().isPresent() ? action.asExport() : action;
    }

    private Future<ResourceReply> send(RoutingContext context) {
        if (actionOf(context) == Action.IMPORT) {
            return uploads.send(context, requestOf(context, Optional.empty()));
        }
        return documentOf(context)
                .compose(document -> verticles
                        .send(path.resourceType(), requestOf(context, document))
                        .recover(failure -> explain(failure, document)));
    }

    private Future<Optional<RequestDocument>> documentOf(RoutingContext context) {
        if (!operationOf(context).action().takesDocument()) {
            return Future.succeededFuture(Optional.empty());
        }
        // The verticle parses it; here, a worker thread only checks the limits of a large one.
        var body = Exchange.of(context).takeBody();
        return bodies.read(body.length(), () -> Optional.of(RequestDocument.of(body)));
    }

    /** If no verticle has replied, at least a document that every verticle would reject is reported. */
    private Future<ResourceReply> explain(Throwable failure, Optional<RequestDocument> document) {
        if (document.isEmpty() || failure instanceof ErrorReplyException) {
            return Future.failedFuture(failure);
        }
        var unparsed = document.get();
        return bodies.read(unparsed.bytes().length(), unparsed::parsed)
                .compose(wellFormed -> Future.failedFuture(failure));
    }

    private ResourceRequest requestOf(RoutingContext context, Optional<RequestDocument> document) {
        var exchange = Exchange.of(context);
        var operation = operationOf(context);
        return new ResourceRequest(
                actionOf(context),
                exchange.deadline(),
                Optional.ofNullable(context.pathParam("id")),
                path.relationship(),
                new Preconditions(tags(context, IF_MATCH), tags(context, IF_NONE_MATCH)),
                Exchange.listHeader(context.request(), PREFER)
                        .map(Preferences::of)
                        .orElse(Preferences.NONE),
                Optional.ofNullable(context.request().getHeader(IDEMPOTENCY_KEY)),
                exchange.caller(),
                publicUrl.seenBy(context),
                Optional.empty(),
                exchange.requestId(),
                queryOf(exchange, operation),
                exchange.format(),
                Optional.empty(),
                document);
    }

    private static Optional<String> tags(RoutingContext context, CharSequence name) {
        var tags = Exchange.listHeader(context.request(), name);
        if (tags.isPresent() && !Preconditions.isList(tags.get())) {
            throw MALFORMED_REQUEST
                    .at(header(name.toString()), "%s must be %s.".formatted(name, Preconditions.SYNTAX))
                    .asException();
        }
        return tags.map(Compression::documentTags);
    }

    /** A client that asks for the cursor profile without naming a page gets the first page of the profile. */
    private static Map<String, List<String>> queryOf(Exchange exchange, ContractOperation operation) {
        var query = exchange.query();
        if (!operation.takesCursors()
                || exchange.format().isPresent()
                || !exchange.asksForCursors()
                || query.containsKey("page[number]")) {
            return query;
        }
        exchange.applyCursorPagination();
        if (Stream.of(Side.values()).anyMatch(side -> query.containsKey(side.parameter()))) {
            return query;
        }
        var firstPage = new LinkedHashMap<>(query);
        firstPage.put(Side.AFTER.parameter(), List.of(""));
        return firstPage;
    }

    private void respond(RoutingContext context, ResourceReply reply) {
        if (reply.stream().isPresent()) {
            ExportResponse.send(
                    context, reply.stream().get(), path.relationship().orElse(path.resourceType()));
            return;
        }
        var isEmpty = reply.document().length() == 0;
        putHeaders(context, reply, isEmpty);
        if (isEmpty) {
            Responses.sendEmpty(context, reply.status());
        } else {
            Responses.sendDocument(context, reply.status(), reply.document());
        }
    }

    private void putHeaders(RoutingContext context, ResourceReply reply, boolean isEmpty) {
        var headers = Exchange.of(context).contentHeaders();
        reply.preferenceApplied().ifPresent(applied -> headers.set(PREFERENCE_APPLIED, applied));
        reply.etag().ifPresent(tag -> {
            if (isEmpty) {
                Compression.describeHeld(context, tag);
            } else {
                headers.set(HttpHeaders.ETAG, tag);
            }
        });
        reply.location().ifPresent(url -> headers.set(HttpHeaders.LOCATION, url));
        if (reply.status() == ACCEPTED && path.relationship().isEmpty()) {
            // This document is the current representation at that URL (JSON:API, "Asynchronous Processing").
            reply.location().ifPresent(url -> headers.set(HttpHeaders.CONTENT_LOCATION, url));
        }
        reply.retryAfter().ifPresent(seconds -> headers.set(HttpHeaders.RETRY_AFTER, Integer.toString(seconds)));
    }
}
