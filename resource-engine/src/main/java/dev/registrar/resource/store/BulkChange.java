package dev.registrar.resource.store;

import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToOne;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * A new resource, or a change of one, among many of the same type.
 *
 * @param id of the resource to change; empty for a new one
 * @param draft without to-many relationships
 * @param internal SQL expressions for columns that no document shows, by column
 */
public record BulkChange(Optional<UUID> id, ResourceDraft draft, Map<String, String> internal) {

    /** The columns that it sets: changes with the same ones are made by one statement. */
    Columns columns() {
        return new Columns(
                id.isEmpty(), draft.attributes().keySet(), draft.toOnes().keySet(), internal);
    }

    record Columns(boolean areNew, Set<Attribute> attributes, Set<ToOne> toOnes, Map<String, String> internal) {}
}
