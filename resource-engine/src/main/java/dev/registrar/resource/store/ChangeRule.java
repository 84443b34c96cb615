package dev.registrar.resource.store;

import dev.registrar.resource.document.reading.ResourceDraft;
import io.vertx.sqlclient.Row;

/** What to store, where it depends on the present state of the resource. */
@FunctionalInterface
public interface ChangeRule {
    /**
     * Decides on a change.
     *
     * @param before the row of the resource, with all fields that it holds, which nobody else changes meanwhile
     * @param asked what the client asks for
     * @throws dev.registrar.resource.error.JsonApiException when the state forbids the change
     */
    ResourceDraft apply(Row before, ResourceDraft asked);
}
