package dev.registrar.resource.imports;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_PARAMETER;
import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.header;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.bus.Preferences;
import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.query.QueryReader;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.AttributeKind;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceType.UniqueKey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * How the rows of a file are imported: the query parameters of the request, and a preference.
 *
 * @param matchBy the names of the fields by which a row finds its resource
 * @param strict whether a rejected row keeps all others from having an effect
 * @param dryRun whether no row has an effect
 */
record ImportParameters(List<String> matchBy, Import.Mode mode, boolean strict, boolean dryRun) {
    private static final String RESOURCE_TYPE = "resource_type";
    private static final String MATCH_BY = "match_by";
    private static final String MODE = "import_mode";
    private static final String DRY_RUN = "dry_run";
    private static final List<String> ALL = List.of(RESOURCE_TYPE, MATCH_BY, MODE, DRY_RUN);

    /**
     * Reads the parameters of a request to import resources of a type.
     *
     * @throws dev.registrar.resource.error.JsonApiException with every error in them
     */
    static ImportParameters of(ResourceType type, ResourceRequest request) {
        var errors = new ErrorCollector();
        var values = QueryReader.readOnly(ALL, request.query(), errors);
        requireType(type, values, errors);
        var strict = request.preferences().strict();
        if (strict && type.unfinished().isPresent()) {
            errors.add(MALFORMED_REQUEST.at(
                    header("Prefer"),
                    "%s cannot be imported with %s, because each is decided for itself; leave the preference out."
                            .formatted(type, Preferences.STRICT)));
        }
        var parameters = new ImportParameters(
                matchBy(type, values, errors), mode(values, errors), strict, dryRun(values, errors));
        errors.throwIfAny();
        return parameters;
    }

    private static void requireType(ResourceType type, Map<String, String> values, ErrorCollector errors) {
        if (!type.name().equals(values.get(RESOURCE_TYPE))) {
            errors.add(MALFORMED_PARAMETER.at(
                    parameter(RESOURCE_TYPE), "%s must be %s at this address.".formatted(RESOURCE_TYPE, type)));
        }
    }

    private static List<String> matchBy(ResourceType type, Map<String, String> values, ErrorCollector errors) {
        var keys = keysOf(type);
        var given = values.get(MATCH_BY);
        if (given == null) {
            return keys.get(0);
        }
        var names = Set.of(
                Stream.of(given.split(",", -1)).map(String::strip).distinct().toArray(String[]::new));
        return keys.stream()
                .filter(key -> Set.copyOf(key).equals(names))
                .findFirst()
                .orElseGet(() -> {
                    var known = keys.stream().map(key -> String.join(",", key)).toList();
                    reject(errors, MATCH_BY, given, Misspelling.of(given, known), String.join(" or ", known));
                    return keys.get(0);
                });
    }

    /** The fields that identify a resource of a type; those that people know come first, the id is the last. */
    private static List<List<String>> keysOf(ResourceType type) {
        return Stream.concat(
                        type.uniqueKeys().stream().map(ImportParameters::namesOf), Stream.of(List.of(ImportColumns.ID)))
                .toList();
    }

    private static List<String> namesOf(UniqueKey key) {
        return Stream.concat(
                        key.attributes().stream().map(Attribute::name),
                        key.toOnes().stream().map(ToOne::name))
                .toList();
    }

    private static Import.Mode mode(Map<String, String> values, ErrorCollector errors) {
        var given = values.getOrDefault(MODE, Import.Mode.UPSERT.toString());
        return Import.Mode.named(given).orElseGet(() -> {
            var known = Import.Mode.names();
            reject(errors, MODE, given, Misspelling.of(given, known), String.join(", ", known));
            return Import.Mode.UPSERT;
        });
    }

    private static boolean dryRun(Map<String, String> values, ErrorCollector errors) {
        var given = values.getOrDefault(DRY_RUN, "false");
        var read = AttributeKind.BOOLEAN.fromText(given);
        if (read.isEmpty()) {
            reject(errors, DRY_RUN, given, Optional.empty(), AttributeKind.BOOLEAN.description());
        }
        return read.equals(Optional.of(true));
    }

    private static void reject(
            ErrorCollector errors, String name, String given, Optional<String> meant, String possible) {
        errors.add(MALFORMED_PARAMETER.at(
                parameter(name),
                "%s cannot be \"%s\"; %s"
                        .formatted(
                                name, Excerpt.of(given), Misspelling.remedy(meant, "it is %s.".formatted(possible)))));
    }
}
