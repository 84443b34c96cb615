package dev.registrar.gateway.openapi;

import dev.registrar.resource.events.AuditEvents;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Schema;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All resource types that the contract describes, in the order of their declarations. */
record OfferedTypes(List<OfferedType> all) {

    static OfferedTypes of(List<Schema> schemas) {
        return new OfferedTypes(Stream.concat(schemas.stream().map(Schema::types), Stream.of(AuditEvents.TYPES))
                .flatMap(local -> local.all().stream().map(type -> new OfferedType(type, local, TypeProse.of(type))))
                .toList());
    }

    OfferedType targetOf(Relationship relationship) {
        return all.stream()
                .filter(type -> type.name().equals(relationship.target()))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("The relationship %s refers to the type %s, which is not offered."
                                .formatted(relationship.name(), relationship.target())));
    }

    /** The related types of all relationships: those that can be included. */
    List<OfferedType> targets() {
        return all.stream().filter(this::isTarget).toList();
    }

    private boolean isTarget(OfferedType type) {
        return all.stream()
                .flatMap(source -> source.relationships().stream())
                .anyMatch(relationship -> relationship.target().equals(type.name()));
    }

    /** The names of the types that only administrators may read. */
    Set<String> forAdministrators() {
        return all.stream()
                .filter(type -> type.type().isForAdministrators())
                .map(OfferedType::name)
                .collect(Collectors.toSet());
    }

    /** A request to read can include resources of every type. */
    IncludableTypes includable() {
        return new IncludableTypes(
                relationship -> Optional.of(targetOf(relationship).type()));
    }
}
