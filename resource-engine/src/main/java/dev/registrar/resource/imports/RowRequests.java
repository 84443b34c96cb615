package dev.registrar.resource.imports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.registrar.platform.time.Deadline;
import dev.registrar.resource.ActionHandler;
import dev.registrar.resource.bus.Action;
import dev.registrar.resource.bus.RequestDocument;
import dev.registrar.resource.bus.ResourceReply;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.idempotency.IdempotencyKeys;
import dev.registrar.resource.store.RequestScope;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The rows of an import that are requests to the handlers of their type, each with an idempotency key, so that it takes
 * effect once however often it is sent.
 *
 * @param scope of the import
 * @param timeout of each request
 */
record RowRequests(
        RequestScope scope, Import work, Map<Action, ActionHandler> handlers, IdempotencyKeys keys, Duration timeout) {
    /** How many requests there are at once. */
    private static final int LANES = 8;

    /** Those of the rows that have created their resources before. */
    Future<List<ImportedRow>> repeated(List<ImportedRow> rows) {
        return keys.used(scope, rows.stream().map(this::key).toList())
                .map(used ->
                        rows.stream().filter(row -> used.contains(key(row))).toList());
    }

    /**
     * Sends the rows that are requests: those that lead to the same resources one after the other.
     *
     * @return the errors of those that are rejected
     */
    Future<Map<ImportedRow, JsonApiException>> send(List<ImportedRow> rows) {
        Map<ImportedRow, JsonApiException> rejected = new LinkedHashMap<>();
        var lanes = rows.stream()
                .filter(ImportedRow::isRequest)
                .collect(Collectors.groupingBy(
                        row -> Math.floorMod(row.change().draft().toOnes().hashCode(), LANES)));
        List<Future<Void>> sent = new ArrayList<>();
        lanes.values().forEach(lane -> sent.add(sendAll(lane, rejected)));
        return Future.join(sent).map(rejected);
    }

    private Future<Void> sendAll(List<ImportedRow> lane, Map<ImportedRow, JsonApiException> rejected) {
        Future<Void> sent = Future.succeededFuture();
        for (var row : lane) {
            sent = sent.compose(before -> send(row)).<Void>mapEmpty().recover(failure -> {
                if (failure instanceof JsonApiException errors && !mayBeRepeated(errors)) {
                    rejected.putIfAbsent(row, errors);
                    return Future.succeededFuture();
                }
                return Future.failedFuture(failure);
            });
        }
        return sent;
    }

    private Future<ResourceReply> send(ImportedRow row) {
        var document = JsonNodeFactory.instance.objectNode().set("data", row.resource());
        return row.id()
                .map(id -> handle(request(Action.UPDATE).withId(id.toString()), document))
                .orElseGet(() -> handle(request(Action.CREATE).withIdempotencyKey(key(row)), document));
    }

    private ResourceRequest request(Action action) {
        return ResourceRequest.of(action, work.caller(), work.baseUrl(), Deadline.in(timeout), work.requestId());
    }

    private Future<ResourceReply> handle(ResourceRequest request, JsonNode document) {
        var complete = request.withDocument(RequestDocument.of(document));
        return Future.succeededFuture(RequestScope.of(scope.types(), scope.type(), complete))
                .compose(handlers.get(request.action())::handle);
    }

    private String key(ImportedRow row) {
        return "import-%s-%s".formatted(work.id(), row.line());
    }

    /** Whether the same request may be accepted later. */
    static boolean mayBeRepeated(JsonApiException errors) {
        return errors.errors().stream()
                .anyMatch(error -> error.code().retryAfterSeconds().isPresent());
    }
}
