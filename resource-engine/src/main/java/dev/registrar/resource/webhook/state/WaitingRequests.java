package dev.registrar.resource.webhook.state;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Requests that wait while earlier ones are processed, and are then processed together. So many endpoints cost hardly more
 * statements than one. Use it on one event loop only.
 *
 * @param <Q> the requests; equal ones get the same response
 * @param <R> the responses
 */
final class WaitingRequests<Q, R> {
    private final Vertx vertx;
    private final Function<List<Q>, Future<Map<Q, R>>> processor;
    private List<Waiting<Q, R>> waiting = new ArrayList<>();
    private boolean isProcessing;

    private record Waiting<Q, R>(Q request, Promise<R> response) {}

    /**
     * Creates an empty list of requests.
     *
     * @param processor returns a response to the first request at least; those without a response wait for the next time
     */
    WaitingRequests(Vertx vertx, Function<List<Q>, Future<Map<Q, R>>> processor) {
        this.vertx = vertx;
        this.processor = processor;
    }

    /** Adds a request; fails if those that are processed together with it fail. */
    Future<R> add(Q request) {
        var added = new Waiting<Q, R>(request, Promise.promise());
        waiting.add(added);
        processNext();
        return added.response().future();
    }

    /** Not before the current event has been handled, which may add more. */
    private void processNext() {
        if (!isProcessing && !waiting.isEmpty()) {
            isProcessing = true;
            vertx.runOnContext(handled -> process());
        }
    }

    private void process() {
        var group = waiting;
        waiting = new ArrayList<>();
        Future.succeededFuture(group.stream().map(Waiting::request).toList())
                .compose(processor)
                .onSuccess(responses -> respond(group, responses))
                .onFailure(
                        failure -> group.forEach(request -> request.response().fail(failure)))
                .onComplete(over -> {
                    isProcessing = false;
                    processNext();
                });
    }

    private void respond(List<Waiting<Q, R>> group, Map<Q, R> responses) {
        var unprocessed = group.stream()
                .filter(each -> !responses.containsKey(each.request()))
                .toList();
        waiting.addAll(0, unprocessed);
        group.stream()
                .filter(each -> responses.containsKey(each.request()))
                .forEach(each -> each.response().complete(responses.get(each.request())));
    }
}
