package dev.registrar.resource;

import dev.registrar.resource.bus.Caller;
import dev.registrar.resource.document.reading.ResourceDraft;
import io.vertx.sqlclient.Row;
import java.util.Map;
import java.util.Optional;

/** What the row of an import becomes, once it is valid according to the declaration and changes something. */
@FunctionalInterface
public interface ImportRule {
    /** The usual rule: what is in the row is stored. */
    ImportRule STORED = (caller, draft, present) -> new Effect(draft, Map.of(), false);

    /**
     * The effect of a row.
     *
     * @param draft what to store
     * @param internal SQL expressions for columns that no document shows, by column
     * @param isRequest whether the row is a request to the handlers of the type, which do more than to store it; a dry
     *     run only tries to store it
     */
    record Effect(ResourceDraft draft, Map<String, String> internal, boolean isRequest) {}

    /**
     * Decides on a row.
     *
     * @param present the columns of the resource that the row changes; empty if it creates one
     * @throws dev.registrar.resource.error.JsonApiException with the errors of the row
     */
    Effect of(Caller caller, ResourceDraft draft, Optional<Row> present);
}
