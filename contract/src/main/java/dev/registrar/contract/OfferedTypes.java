package dev.registrar.contract;

import dev.registrar.events.AuditEvents;
import dev.registrar.resource.imports.Imports;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import dev.registrar.resource.type.Schema;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** All resource types that the contract describes, in the order of their declarations. */
record OfferedTypes(List<OfferedType> all) {

    /**
     * A resource type that the contract describes.
     *
     * @param local the types that the same verticle serves
     */
    record OfferedType(ResourceType type, ResourceTypes local, TypeProse prose) {

        String name() {
            return type.name();
        }

        /** The name of the schema of its resource object, such as {@code CourseTerm}. */
        String schemaName() {
            return camelCase(prose.singular());
        }

        /** The plural name in component names, such as {@code CourseTerms}. */
        String pluralName() {
            return camelCase(name());
        }

        /** The plural in sentences, such as {@code course terms}. */
        String plural() {
            return Attribute.label(name());
        }

        List<Attribute> attributes() {
            return type.attributes();
        }

        /** Those whose linkage documents show. */
        List<Relationship> relationships() {
            return type.relationships().stream()
                    .filter(relationship -> !isOnlyLinked(relationship))
                    .toList();
        }

        /** Those of which documents only have a link. */
        List<Relationship> onlyLinked() {
            return type.relationships().stream()
                    .filter(OfferedType::isOnlyLinked)
                    .toList();
        }

        static boolean isOnlyLinked(Relationship relationship) {
            return relationship instanceof ToMany toMany && toMany.isOnlyLinked();
        }

        /** The value of an attribute, or of a member of {@code meta}, in the example of the type. */
        Object example(Attribute attribute) {
            var member = type.attribute(attribute.name()).isPresent() ? "attributes" : "meta";
            return prose.example().getJsonObject(member).getValue(attribute.name());
        }

        Stream<Attribute> filterable() {
            return type.filterable();
        }

        boolean mayBeUnfinished() {
            return type.unfinished().isPresent() && !type.isReadOnly();
        }

        /** The replacements for the names in braces in the templates. */
        Map<String, String> placeholders() {
            return Map.of(
                    "types", name(),
                    "type", prose.singular(),
                    "many", plural(),
                    "one", Attribute.label(prose.singular()),
                    "Types", pluralName(),
                    "Type", schemaName());
        }

        /** The same for a relationship and its related type. */
        Map<String, String> placeholders(Relationship relationship, OfferedType target) {
            Map<String, String> names = new HashMap<>(placeholders());
            names.put("relationship", relationship.name());
            names.put("Relationship", camelCase(relationship.name()));
            target.placeholders().forEach((name, value) -> names.put("target " + name, value));
            return names;
        }

        /** The name of the components for the linkage of a relationship. */
        String linkageName(Relationship relationship) {
            return schemaName() + camelCase(relationship.name()) + "Linkage";
        }

        static String camelCase(String name) {
            return Arrays.stream(name.split("_"))
                    .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
                    .collect(Collectors.joining());
        }
    }

    static OfferedTypes of(List<Schema> schemas) {
        return new OfferedTypes(Stream.concat(
                        schemas.stream().map(Schema::types), Stream.of(AuditEvents.TYPES, Imports.TYPES))
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
}
