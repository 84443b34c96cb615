package dev.registrar.resource.imports;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_FILE;
import static dev.registrar.resource.error.ErrorCode.UNKNOWN_COLUMN;
import static dev.registrar.resource.error.ErrorSource.column;

import dev.registrar.resource.error.ErrorCollector;
import dev.registrar.resource.error.Excerpt;
import dev.registrar.resource.error.Misspelling;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceType.Meta;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** The columns of a CSV file, in their order, by the declaration of a type. */
record ImportColumns(List<Column> all) {
    /** The column that identifies a resource; it counts only if rows are matched by it. */
    static final String ID = "id";

    /** What an export, or the list of rejected rows, adds to the fields. */
    private static final Set<String> ADDED = Set.of(ID, "type", "links", "meta", "errors");

    /**
     * A column: an attribute, a to-one relationship, or something that is ignored.
     *
     * @param attribute which clients set; empty for other columns
     * @param relationship whose cells contain ids or identifiers; empty for other columns
     */
    record Column(String name, Optional<Attribute> attribute, Optional<ToOne> relationship) {}

    /**
     * Reads a header.
     *
     * @throws dev.registrar.resource.error.JsonApiException with an error for each column that is unknown or occurs
     *     again
     */
    static ImportColumns of(ResourceType type, List<String> header) {
        var errors = new ErrorCollector();
        Set<String> seen = new HashSet<>();
        for (var name : header) {
            if (!isKnown(type, name)) {
                errors.add(UNKNOWN_COLUMN.at(column(name), unknown(type, name)));
            } else if (!seen.add(name)) {
                errors.add(MALFORMED_FILE.at(column(name), "The column %s occurs more than once.".formatted(name)));
            }
        }
        errors.throwIfAny();
        return new ImportColumns(
                header.stream().map(name -> columnOf(type, name)).toList());
    }

    /**
     * Requires the columns by which a row finds its resource. A relationship or an attribute that may be empty counts as
     * empty where its column is missing.
     */
    void requireKey(ResourceType type, List<String> matchBy) {
        var header = header();
        var missing = matchBy.stream()
                .filter(name -> isRequired(type, name) && !header.contains(name))
                .toList();
        if (!missing.isEmpty()) {
            throw MALFORMED_FILE
                    .because(
                            "The file has no column %s, by which its rows are matched; add it, or choose another match_by."
                                    .formatted(String.join(" and ", missing)))
                    .asException();
        }
    }

    private static boolean isRequired(ResourceType type, String name) {
        return name.equals(ID)
                || type.attribute(name).filter(Attribute::isRequired).isPresent()
                || type.toOnes().anyMatch(toOne -> toOne.name().equals(name) && toOne.required());
    }

    /** The names, as in the file. */
    List<String> header() {
        return all.stream().map(Column::name).toList();
    }

    private static Column columnOf(ResourceType type, String name) {
        return new Column(
                name,
                type.attributesForClients()
                        .filter(attribute -> attribute.name().equals(name))
                        .findFirst(),
                type.toOnes().filter(toOne -> toOne.name().equals(name)).findFirst());
    }

    private static boolean isKnown(ResourceType type, String name) {
        return ADDED.contains(name)
                || type.attribute(name).isPresent()
                || type.toOnes().anyMatch(toOne -> toOne.name().equals(name))
                || addedByExport(type).anyMatch(added -> name.equals(added) || name.startsWith(added + "."));
    }

    /** The members of {@code meta}, and the relationships whose resources can be included. */
    private static Stream<String> addedByExport(ResourceType type) {
        return Stream.of(
                        type.metaAttributes().stream().map(Attribute::name),
                        type.meta().map(Meta::member).stream(),
                        type.relationships().stream().map(Relationship::name))
                .flatMap(names -> names);
    }

    private static String unknown(ResourceType type, String name) {
        var known = Stream.concat(
                        type.attributesForClients().map(Attribute::name),
                        type.toOnes().map(ToOne::name))
                .toList();
        return "The column \"%s\" is unknown; %s"
                .formatted(Excerpt.of(name), Misspelling.remedy(name, known, "the columns of " + type));
    }
}
