package dev.registrar.resource.store;

import static dev.registrar.resource.error.ErrorCode.PAGE_NOT_FOUND;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.resource.document.FoundResources;
import dev.registrar.resource.document.ShownFields;
import dev.registrar.resource.query.IncludePath;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;

/** Reads the resources of one verticle. Every read is one round trip to PostgreSQL. */
public final class ResourceStore {
    private final ResourceTypes types;
    private final Database database;
    private final SelectSql select;

    public ResourceStore(ResourceTypes types, Database database) {
        this.types = types;
        this.database = database;
        select = new SelectSql(types);
    }

    public ResourceTypes types() {
        return types;
    }

    /**
     * Reads a page of a collection, or of the part of it in a scope.
     *
     * @return fails with {@code page_not_found} when the page is past the last one
     */
    public Future<FoundPage> page(ResourceType type, ResourceQuery query, Optional<Scope> scope) {
        var fields = ShownFields.of(type, query.fields());
        return read(
                        type,
                        select.page(fields, query, scope),
                        query,
                        path -> select.includedWithPage(fieldsOf(path, query), path, type, query, scope))
                .compose(results -> {
                    var rows = results.get(0);
                    if (rows.size() == 0 && query.page().number() > 1) {
                        return refusePage(type, query, scope);
                    }
                    var total = rows.size() == 0 ? 0 : rows.iterator().next().getLong(fields.width());
                    return Future.succeededFuture(
                            new FoundPage(new FoundResources(fields, rows), total, included(query, results)));
                });
    }

    /** Reads one resource; empty when there is none with this id. */
    public Future<Optional<FoundItem>> item(ResourceType type, UUID id, ResourceQuery query) {
        var fields = ShownFields.of(type, query.fields());
        return read(
                        type,
                        select.item(fields, id),
                        query,
                        path -> select.includedWithItem(fieldsOf(path, query), path, id))
                .map(results -> found(fields, query, results));
    }

    /** Reads the resource at the other side of a to-one relationship; empty when there is none. */
    public Future<Optional<FoundItem>> relatedItem(ResourceType type, Scope scope, ResourceQuery query) {
        var fields = ShownFields.of(type, query.fields());
        return read(
                        type,
                        select.relatedItem(fields, scope),
                        query,
                        path -> select.includedWithRelatedItem(fieldsOf(path, query), path, type, scope))
                .map(results -> found(fields, query, results));
    }

    /** Reads the row whose second column is the linkage of a relationship; empty when there is no such resource. */
    public Future<Optional<Row>> linkage(ResourceType type, UUID id, Relationship relationship) {
        return run(type, select.linkage(type, id, relationship)).map(ResourceStore::first);
    }

    private Future<List<RowSet<Row>>> read(
            ResourceType type, Statement primary, ResourceQuery query, Function<IncludePath, Statement> included) {
        if (query.include().isEmpty()) {
            return run(type, primary).map(List::of);
        }
        List<Statement> statements = new ArrayList<>();
        statements.add(primary);
        query.include().forEach(path -> statements.add(included.apply(path)));
        return database.readTogether(statements)
                .recover(failure -> Future.failedFuture(DatabaseFailures.explain(type, failure)));
    }

    private Future<RowSet<Row>> run(ResourceType type, Statement statement) {
        return database.run(statement).recover(failure -> Future.failedFuture(DatabaseFailures.explain(type, failure)));
    }

    private <T> Future<T> refusePage(ResourceType type, ResourceQuery query, Optional<Scope> scope) {
        return run(type, select.count(type, query, scope)).compose(counted -> {
            var pages = query.page().pagesOf(counted.iterator().next().getLong(0));
            return Future.failedFuture(PAGE_NOT_FOUND
                    .at(parameter("page[number]"), "The last page of this size is %d.".formatted(pages))
                    .asException());
        });
    }

    private static ShownFields fieldsOf(IncludePath path, ResourceQuery query) {
        return ShownFields.of(path.target(), query.fields());
    }

    private static Optional<FoundItem> found(ShownFields fields, ResourceQuery query, List<RowSet<Row>> results) {
        return first(results.get(0)).map(row -> new FoundItem(fields, row, included(query, results)));
    }

    private static List<FoundResources> included(ResourceQuery query, List<RowSet<Row>> results) {
        List<FoundResources> included = new ArrayList<>();
        for (var index = 0; index < query.include().size(); index++) {
            var fields = fieldsOf(query.include().get(index), query);
            included.add(new FoundResources(fields, results.get(index + 1)));
        }
        return included;
    }

    private static Optional<Row> first(RowSet<Row> rows) {
        return rows.size() == 0 ? Optional.empty() : Optional.of(rows.iterator().next());
    }
}
