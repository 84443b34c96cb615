package dev.registrar.resource.store;

import static dev.registrar.resource.error.ErrorSource.pointer;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.failure.DatabaseFailures;
import dev.registrar.resource.document.reading.ResourceDraft;
import dev.registrar.resource.error.JsonApiError;
import dev.registrar.resource.error.JsonApiException;
import dev.registrar.resource.store.sql.CaselessSql;
import dev.registrar.resource.store.sql.SqlPart;
import dev.registrar.resource.store.sql.SqlText;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Tells why the database refused a change. PostgreSQL stops at the first constraint that a change violates; a client is
 * told of all that it got wrong.
 */
final class ConstraintViolations {
    private static final String CONSTRAINT_VIOLATION_CLASS = "23";
    private static final String ATTRIBUTES = "/data/attributes/";

    private final ResourceTypes types;
    private final Database database;

    ConstraintViolations(ResourceTypes types, Database database) {
        this.types = types;
        this.database = database;
    }

    /**
     * Gives the faults of a change that failed.
     *
     * @param id the resource that was to be changed; empty for a new one
     */
    <T> Future<T> explain(Future<T> change, ResourceType type, Optional<UUID> id, ResourceDraft draft) {
        return change.recover(failure -> {
            var explained = DatabaseFailures.explainChange(type, failure);
            return isViolation(failure) && explained instanceof JsonApiException refused
                    ? examine(type, id, draft)
                            .map(found -> united(refused.errors(), found, draft))
                            .otherwise(refused)
                            .compose(Future::failedFuture)
                    : Future.failedFuture(explained);
        });
    }

    private static boolean isViolation(Throwable failure) {
        return failure instanceof PgException refused && refused.getSqlState().startsWith(CONSTRAINT_VIOLATION_CLASS);
    }

    private static JsonApiException united(List<JsonApiError> first, List<JsonApiError> others, ResourceDraft draft) {
        Set<JsonApiError> all = new LinkedHashSet<>(first);
        all.addAll(others);
        return new JsonApiException(
                all.stream().map(error -> placed(error, draft)).toList());
    }

    /** A value of the document may be at odds with a stored one: a pointer leads to what is in the document. */
    private static JsonApiError placed(JsonApiError error, ResourceDraft draft) {
        var isElsewhere = error.source() == null || !error.source().value().startsWith(ATTRIBUTES);
        return isElsewhere
                        || draft.attributes().keySet().stream()
                                .anyMatch(attribute -> error.source().value().equals(ATTRIBUTES + attribute.name()))
                ? error
                : error.at(pointer("data"));
    }

    /** Looks for every value that is taken, and every related resource that is missing: one column for each question. */
    private Future<List<JsonApiError>> examine(ResourceType type, Optional<UUID> id, ResourceDraft draft) {
        List<Question> questions = new ArrayList<>();
        draft.attributes().keySet().stream()
                .filter(Attribute::isUnique)
                .forEach(attribute -> questions.add(isTaken(type, attribute, draft, id)));
        draft.toOnes()
                .forEach((toOne, other) -> other.flatMap(otherId -> isMissing(type, toOne, otherId))
                        .ifPresent(questions::add));
        draft.toManys().forEach((toMany, members) -> questions.add(whichExist(toMany, members)));
        var sql = new SqlText().add("SELECT true");
        questions.forEach(question -> question.sql().addTo(sql.add(", ")));
        return database.run(sql.finish())
                .map(rows -> answers(questions, rows.iterator().next()));
    }

    private static List<JsonApiError> answers(List<Question> questions, Row row) {
        List<JsonApiError> faults = new ArrayList<>();
        for (var index = 0; index < questions.size(); index++) {
            faults.addAll(questions.get(index).answer().faults(row, index + 1));
        }
        return faults;
    }

    private record Question(SqlPart sql, Answer answer) {}

    private interface Answer {
        List<JsonApiError> faults(Row row, int column);
    }

    private static Question isTaken(ResourceType type, Attribute unique, ResourceDraft draft, Optional<UUID> id) {
        return new Question(
                sql -> {
                    sql.add("EXISTS (SELECT FROM " + type.table() + " WHERE ");
                    addEqual(sql, unique, draft.attributes().get(unique));
                    sql.add(" AND id IS DISTINCT FROM ")
                            .argument(id.orElse(null))
                            .add("::uuid)");
                },
                (row, column) -> row.getBoolean(column) ? List.of(type.duplicate(unique)) : List.of());
    }

    private static void addEqual(SqlText sql, Attribute unique, Object value) {
        if (unique.isIdentifier()) {
            CaselessSql.addOneOf(sql, unique.name(), (String) value);
        } else {
            sql.add(unique.name() + " = ").argument(value);
        }
    }

    /** Empty when another verticle stores the resource: then the database's own word must do. */
    private Optional<Question> isMissing(ResourceType type, ToOne toOne, UUID otherId) {
        return types.targetOf(toOne)
                .map(target -> new Question(
                        sql -> sql.add("EXISTS (SELECT FROM " + target.table() + " WHERE id = ")
                                .argument(otherId)
                                .add(")"),
                        (row, column) -> row.getBoolean(column) ? List.of() : List.of(type.relatedNotFound(toOne))));
    }

    private Question whichExist(ToMany toMany, List<UUID> members) {
        return new Question(
                sql -> sql.add("ARRAY(SELECT id FROM " + targetOf(toMany).table() + " WHERE id = ANY(")
                        .argument(members.toArray(UUID[]::new))
                        .add("))"),
                (row, column) -> Members.missing(toMany, members, Set.copyOf(List.of(row.getArrayOfUUIDs(column)))));
    }

    private ResourceType targetOf(Relationship relationship) {
        return types.targetOf(relationship).orElseThrow();
    }
}
