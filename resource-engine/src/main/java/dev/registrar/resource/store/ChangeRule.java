package dev.registrar.resource.store;

import dev.registrar.resource.document.reading.ResourceDraft;
import io.vertx.sqlclient.Row;

/** Decides what to store when that depends on the current state of the resource. */
@FunctionalInterface
public interface ChangeRule {
    /**
     * Turns the requested change into the one to store.
     *
     * @param before the locked row of the resource, with all its fields, as the caller sees it
     * @param requested the requested change
     * @throws dev.registrar.resource.error.JsonApiException when the state forbids the change
     */
    ResourceDraft apply(Row before, ResourceDraft requested);
}
