package dev.registrar.resource.store;

import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.platform.database.Database;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.document.writing.Links;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.query.Filter;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceType.UniqueKey;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Finds all constraint violations of a failed change. PostgreSQL stops at the first violated constraint, but the client
 * should see all errors at once.
 */
record ConstraintViolations(RequestScope scope, Database database) {
    private static final String CONSTRAINT_VIOLATION_CLASS = "23";
    private static final String ATTRIBUTES = "/data/attributes/";

    /**
     * Adds all constraint violations to the failure of a change.
     *
     * @param id the changed resource; empty for a new one
     * @param visible what the caller may see: an error leads to an existing resource only if it matches these filters
     */
    <T> Future<T> explain(Future<T> change, Optional<UUID> id, ResourceDraft draft, List<Filter> visible) {
        return change.recover(failure -> {
            var explained = DatabaseErrors.explainChange(scope.type(), failure);
            return isViolation(failure) && explained instanceof JsonApiException known
                    ? examine(id, draft, visible)
                            .map(found -> united(known.errors(), found, draft))
                            .otherwise(known)
                            .compose(Future::failedFuture)
                    : Future.failedFuture(explained);
        });
    }

    private static boolean isViolation(Throwable failure) {
        return failure instanceof PgException error && error.getSqlState().startsWith(CONSTRAINT_VIOLATION_CLASS);
    }

    private static JsonApiException united(List<JsonApiError> first, List<JsonApiError> others, ResourceDraft draft) {
        var unlinked = first.stream().filter(error -> others.stream().noneMatch(other -> isSame(other, error)));
        return new JsonApiException(Stream.concat(unlinked, others.stream())
                .map(error -> placed(error, draft))
                .toList());
    }

    /** Whether two errors differ only in the link to the existing resource, which PostgreSQL does not know. */
    private static boolean isSame(JsonApiError one, JsonApiError other) {
        return one.about(Optional.empty()).equals(other);
    }

    /**
     * An attribute may conflict with a stored value without being in the document: the pointer must lead to something
     * in the document.
     */
    private static JsonApiError placed(JsonApiError error, ResourceDraft draft) {
        var isNotOfAttribute = error.source() == null || !error.source().value().startsWith(ATTRIBUTES);
        return isNotOfAttribute
                        || draft.attributes().keySet().stream()
                                .anyMatch(attribute -> error.source().value().equals(ATTRIBUTES + attribute.name()))
                ? error
                : error.at(draft.attributes().isEmpty() ? pointer("data") : pointer("data", "attributes"));
    }

    /** Finds every duplicate value and every missing related resource in one statement, with one column per check. */
    private Future<List<JsonApiError>> examine(Optional<UUID> id, ResourceDraft draft, List<Filter> visible) {
        List<Check> checks = new ArrayList<>();
        scope.type().uniqueKeys().stream()
                .filter(key -> isChanged(key, draft))
                .map(key -> new UniqueConflict(scope.type(), key, id, draft))
                .forEach(key -> checks.add(new Check(key.owner(visible), key::errors)));
        draft.toOnes()
                .forEach((toOne, other) ->
                        other.flatMap(otherId -> isMissing(toOne, otherId)).ifPresent(checks::add));
        draft.toManys().forEach((toMany, members) -> checks.add(whichExist(toMany, members)));
        if (checks.isEmpty()) {
            return Future.succeededFuture(List.of());
        }
        var sql = new Sql().add("SELECT true");
        checks.forEach(check -> check.sql().addTo(sql.add(", ")));
        return database.run(sql.finish())
                .map(rows -> results(checks, rows.iterator().next()));
    }

    private static boolean isChanged(UniqueKey key, ResourceDraft draft) {
        return key.attributes().stream().anyMatch(draft.attributes()::containsKey)
                || key.toOnes().stream().anyMatch(draft.toOnes()::containsKey);
    }

    private static List<JsonApiError> results(List<Check> checks, Row row) {
        return IntStream.range(0, checks.size())
                .boxed()
                .flatMap(index -> checks.get(index).errors().apply(row, index + 1).stream())
                .toList();
    }

    /** A column, and the errors that its value in a row shows. */
    private record Check(Sql.Part sql, BiFunction<Row, Integer, List<JsonApiError>> errors) {}

    /** Empty when another verticle stores the resource: then only PostgreSQL's foreign key can detect it. */
    private Optional<Check> isMissing(ToOne toOne, UUID otherId) {
        return scope.types()
                .targetOf(toOne)
                .map(target -> new Check(
                        sql -> sql.add("EXISTS (SELECT FROM " + target.table() + " WHERE id = ?)", otherId),
                        (row, column) -> row.getBoolean(column)
                                ? List.of()
                                : List.of(scope.type().relatedNotFound(toOne))));
    }

    private Check whichExist(ToMany toMany, List<UUID> members) {
        return new Check(
                sql -> sql.add(
                        "ARRAY(SELECT id FROM " + targetOf(toMany).table() + " WHERE id = ANY(?))",
                        members.toArray(UUID[]::new)),
                (row, column) ->
                        ToManyChanges.missing(toMany, members, Set.copyOf(List.of(row.getArrayOfUUIDs(column)))));
    }

    private ResourceType targetOf(Relationship relationship) {
        return scope.types().targetOf(relationship).orElseThrow();
    }

    /**
     * A unique key that a change wants to set.
     *
     * @param id the changed resource, which already has the parts of the key that are not in the draft; empty for a new
     *     one
     */
    private record UniqueConflict(ResourceType type, UniqueKey key, Optional<UUID> id, ResourceDraft draft) {
        private static final String OTHER = SelectSql.ALIAS;
        private static final String ITSELF = "itself";

        /**
         * An array of the other resource that has the key: empty if there is none, of null if the caller may not see
         * it.
         */
        Sql.Part owner(List<Filter> visible) {
            return sql -> {
                sql.add("ARRAY(SELECT CASE WHEN true");
                SelectSql.addFilters(sql, visible);
                sql.add(" THEN " + OTHER + ".id END FROM " + type.table() + " " + OTHER);
                sql.add(
                        " LEFT JOIN " + type.table() + " " + ITSELF + " ON " + ITSELF + ".id = ?::uuid",
                        id.orElse(null));
                sql.add(" WHERE " + OTHER + ".id IS DISTINCT FROM " + ITSELF + ".id");
                key.attributes().forEach(attribute -> addEqual(sql.add(" AND "), attribute));
                key.toOnes().forEach(toOne -> addEqual(sql.add(" AND "), toOne));
                sql.add(")");
            };
        }

        /** Adds the condition that the other one has what the key is going to be: that of the draft, or else what it is. */
        private void addEqual(Sql sql, ToOne toOne) {
            sql.add(OTHER + "." + toOne.column() + (toOne.required() ? " = " : " IS NOT DISTINCT FROM "));
            if (draft.toOnes().containsKey(toOne)) {
                sql.argument(draft.related(toOne).orElse(null));
            } else {
                sql.add(ITSELF + "." + toOne.column());
            }
        }

        private void addEqual(Sql sql, Attribute attribute) {
            var wanted = draft.value(attribute);
            if (attribute.isIdentifier()) {
                wanted.ifPresentOrElse(
                        value -> TextSql.addOneOf(sql, OTHER + "." + attribute.name(), (String) value),
                        () -> sql.add(TextSql.equal(OTHER + "." + attribute.name(), ITSELF + "." + attribute.name())));
            } else {
                sql.add(OTHER + "." + attribute.name() + " = ");
                wanted.ifPresentOrElse(sql::argument, () -> sql.add(ITSELF + "." + attribute.name()));
            }
        }

        /** The error, with a link to the other resource if the caller may see it; none if there is no other one. */
        List<JsonApiError> errors(Row row, int column) {
            var owner = row.getArrayOfUUIDs(column);
            return owner.length == 0
                    ? List.of()
                    : List.of(key.error()
                            .about(Optional.ofNullable(owner[0]).map(other -> new Links("").item(type, other))));
        }
    }
}
