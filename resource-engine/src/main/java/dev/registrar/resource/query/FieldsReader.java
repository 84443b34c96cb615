package dev.registrar.resource.query;

import static dev.registrar.resource.error.ErrorCode.UNKNOWN_FIELD;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_PARAMETER;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads {@code fields[...]}: the fields of a type to show. The type may belong to another verticle. */
final class FieldsReader {
    private final ResourceTypes types;
    private final ErrorCollector errors;
    private final Map<String, Set<String>> fields = new HashMap<>();
    private final Map<String, List<String>> remote = new LinkedHashMap<>();

    FieldsReader(ResourceTypes types, ErrorCollector errors) {
        this.types = types;
        this.errors = errors;
    }

    /**
     * Reads one parameter.
     *
     * @param parameter the whole name, for errors: {@code fields[courses]}
     */
    void read(String parameter, String typeName, String value) {
        var names = value.isEmpty()
                ? List.<String>of()
                : new ListReader(errors).read(parameter, value, SparseFieldsets.MAX_FIELDS);
        var type = types.named(typeName);
        if (type.isEmpty()) {
            remote.put(parameter, List.of(value));
            return;
        }
        names.stream()
                .filter(field -> !isField(type.get(), field))
                .forEach(field -> errors.add(UNKNOWN_FIELD.at(
                        parameter(parameter),
                        "%s has no field \"%s\"; %s"
                                .formatted(
                                        typeName,
                                        Excerpt.of(field),
                                        Misspelling.remedy(field, namesOfFields(type.get()), "its fields")))));
        fields.put(typeName, new HashSet<>(names));
    }

    /** The fields for types of this verticle. */
    SparseFieldsets finish() {
        return fields.isEmpty() ? SparseFieldsets.ALL : new SparseFieldsets(fields);
    }

    /** The parameters for types of other verticles, which check them. */
    Map<String, List<String>> remote() {
        return remote;
    }

    /** Adds an error for each parameter for a type that this verticle does not store. */
    void rejectRemote() {
        remote.keySet().forEach(name -> errors.add(UNKNOWN_PARAMETER.at(parameter(name), detail(name))));
    }

    private String detail(String name) {
        var typeName = name.substring(name.indexOf('[') + 1, name.length() - 1);
        return Misspelling.of(typeName, knownTypes())
                .filter(meant -> !meant.equals(typeName))
                .map(meant -> "\"%s\" is not a type; did you mean fields[%s]?%s"
                        .formatted(
                                Excerpt.of(typeName),
                                meant,
                                types.named(meant).isPresent() ? "" : " Include its resources, too."))
                .orElseGet(() -> "%s names a type that is not in this document; include its resources first."
                        .formatted(Excerpt.of(name)));
    }

    /** The types that this verticle stores, and those to which they are related. */
    private Set<String> knownTypes() {
        return types.all().stream()
                .flatMap(type -> Stream.concat(
                        Stream.of(type.name()), type.relationships().stream().map(Relationship::target)))
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private static boolean isField(ResourceType type, String name) {
        return type.attribute(name).isPresent() || type.relationship(name).isPresent();
    }

    private static List<String> namesOfFields(ResourceType type) {
        return Stream.concat(
                        type.attributes().stream().map(Attribute::name),
                        type.relationships().stream().map(Relationship::name))
                .toList();
    }
}
