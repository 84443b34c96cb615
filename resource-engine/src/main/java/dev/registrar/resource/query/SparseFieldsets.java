package dev.registrar.resource.query;

import static dev.registrar.resource.error.ErrorCode.UNKNOWN_FIELD;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_PARAMETER;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The fields (attributes and relationships) of each type to show (JSON:API 1.0, "Sparse Fieldsets").
 *
 * @param byType the fields of the types that the client restricts; all other types show every field
 */
public record SparseFieldsets(Map<String, Set<String>> byType) {
    public static final int MAX_FIELDS = 50;
    public static final SparseFieldsets ALL = new SparseFieldsets(Map.of());

    public boolean shows(String type, String field) {
        var fields = byType.get(type);
        return fields == null || fields.contains(field);
    }

    public boolean restricts(String type) {
        return byType.containsKey(type);
    }

    /** Reads {@code fields[...]}: the fields of a type to show. The type may belong to another verticle. */
    static final class Reader {
        private final ResourceTypes types;
        private final ErrorCollector errors;
        private final boolean ofColumns;
        private final Map<String, Set<String>> fields = new HashMap<>();
        private final Map<String, List<String>> remote = new LinkedHashMap<>();

        /**
         * Creates a reader.
         *
         * @param ofColumns whether the fields are columns of a file, which also has some of the {@code meta} object
         */
        Reader(ResourceTypes types, ErrorCollector errors, boolean ofColumns) {
            this.types = types;
            this.errors = errors;
            this.ofColumns = ofColumns;
        }

        /** Reads one parameter, whose whole name is for errors. */
        void read(String parameter, String typeName, String value) {
            var names =
                    value.isEmpty() ? List.<String>of() : QueryReader.readNames(parameter, value, MAX_FIELDS, errors);
            var type = types.named(typeName);
            if (type.isEmpty()) {
                remote.put(parameter, List.of(value));
                return;
            }
            var known = namesOf(type.get());
            names.stream()
                    .filter(field -> !known.contains(field))
                    .forEach(field -> errors.add(UNKNOWN_FIELD.at(
                            parameter(parameter),
                            "%s has no field \"%s\"; %s"
                                    .formatted(
                                            typeName,
                                            Excerpt.of(field),
                                            Misspelling.remedy(field, known, "its fields")))));
            fields.put(typeName, Set.copyOf(names));
        }

        private List<String> namesOf(ResourceType type) {
            return ofColumns
                    ? Stream.concat(type.fieldNames().stream(), type.metaColumns().stream())
                            .toList()
                    : type.fieldNames();
        }

        /** The fields for types of this verticle. */
        SparseFieldsets finish() {
            return fields.isEmpty() ? ALL : new SparseFieldsets(fields);
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
        private List<String> knownTypes() {
            return types.all().stream()
                    .flatMap(type -> Stream.concat(
                            Stream.of(type.name()),
                            type.relationships().stream().map(Relationship::target)))
                    .toList();
        }
    }
}
