package dev.registrar.resource.store;

import static dev.registrar.resource.error.ErrorCode.PAGE_NOT_FOUND;
import static dev.registrar.resource.error.ErrorSource.parameter;
import static dev.registrar.resource.store.IndexUse.ALL_ROWS;
import static dev.registrar.resource.store.IndexUse.INDEX_RANGE;
import static dev.registrar.resource.store.IndexUse.ROWS_OF_OTHERS;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.Statement;
import dev.registrar.resource.document.writing.FoundItem;
import dev.registrar.resource.document.writing.FoundPage;
import dev.registrar.resource.document.writing.FoundPage.Numbered;
import dev.registrar.resource.document.writing.ShownFields;
import dev.registrar.resource.query.Page.NumberedPage;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.store.PageSelection.RelatedResources;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads the resources of one verticle. A read is one round trip to PostgreSQL, except that a page of a range or of a
 * scan is read before the resources that it includes.
 */
public final class ResourceStore {
    private final Database database;
    private final Database scans;

    /**
     * The number of resources of each type when a page was last read. It may be out of date, so it only helps to
     * estimate the cost of a read.
     */
    private final Map<ResourceType, Long> lastCounts = new ConcurrentHashMap<>();

    /**
     * Creates a store.
     *
     * @param database the connections for reads that can use an index
     * @param scans the connections for all other reads
     */
    public ResourceStore(Database database, Database scans) {
        this.database = database;
        this.scans = scans;
    }

    /**
     * Reads a page.
     *
     * @return fails with {@code page_not_found} when the page is past the last one, and with {@code overloaded}
     *     when the read may scan all resources and too many such reads are running
     */
    public Future<FoundPage> page(RequestScope scope, PageSelection selection) {
        var use = IndexUse.of(selection, lastCounts.getOrDefault(selection.type(), Long.MAX_VALUE));
        var found = use == ALL_ROWS
                ? scan(scope, selection)
                : new PageRead(scope, scope.on(database), selection, use)
                        .run()
                        .compose(page -> page.map(Future::succeededFuture).orElseGet(() -> scan(scope, selection)));
        return found.onSuccess(page -> {
            if (selection.isWholeCollection() && page.position() instanceof Numbered numbered) {
                lastCounts.put(selection.type(), numbered.count());
            }
        });
    }

    private Future<FoundPage> scan(RequestScope scope, PageSelection selection) {
        return new PageRead(scope, scope.on(scans), selection, ALL_ROWS).run().map(Optional::orElseThrow);
    }

    /** One read of a page with these connections and this use of indexes. */
    private record PageRead(RequestScope scope, Database connections, PageSelection selection, IndexUse use) {
        /** Reads the page; empty when too many resources match for this use of indexes. */
        Future<Optional<FoundPage>> run() {
            var query = selection.query();
            var fields = ShownFields.of(selection.type(), query.fields());
            var included = new IncludedStatements(scope, query);
            var bounded = use == ROWS_OF_OTHERS ? selection.onlyIfFewRows() : selection;
            var page = new PageSql(scope.select()).page(fields, bounded, use);
            // Where an index leads to the rows of the page, selecting them again is faster than another round trip.
            var read = use == INDEX_RANGE || use == ALL_ROWS
                    ? readInTurn(page, included)
                    : read(connections, page, included, PageSql.idsOfPage(bounded));
            return explained(read)
                    .compose(results -> isIncomplete(results.get(0))
                            .compose(incomplete -> incomplete
                                    ? Future.succeededFuture(Optional.empty())
                                    : page(fields, included, results)));
        }

        /** Reads the primary data and then the included resources. */
        private Future<List<RowSet<Row>>> readInTurn(Statement primary, IncludedStatements included) {
            return included.isEmpty()
                    ? connections.run(primary).map(List::of)
                    : connections.readTogether(primary, included::relatedTo);
        }

        private Future<Boolean> isIncomplete(RowSet<Row> rows) {
            return use == ROWS_OF_OTHERS && rows.size() == 0
                    ? explained(connections.run(PageSql.reached(selection))).map(PageSql::areTooMany)
                    : Future.succeededFuture(PageSql.isIncomplete(selection, rows, use));
        }

        private Future<Optional<FoundPage>> page(
                ShownFields fields, IncludedStatements included, List<RowSet<Row>> results) {
            var query = selection.query();
            var rows = results.get(0);
            return rows.size() == 0 && query.page() instanceof NumberedPage numbered && numbered.number() > 1
                    ? rejectPage(numbered)
                    : Future.succeededFuture(Optional.of(FoundPage.of(fields, rows, query, included.found(results))));
        }

        /** A page past the last one does not exist; only the first page can be empty. */
        private <T> Future<T> rejectPage(NumberedPage page) {
            return ResourceStore.explained(selection.type(), connections.run(PageSql.count(selection)))
                    .compose(counted -> {
                        var pages = page.pagesOf(counted.iterator().next().getLong(0));
                        return Future.failedFuture(PAGE_NOT_FOUND
                                .at(
                                        parameter(NumberedPage.PARAMETER),
                                        "The number of the last page of this size is %s.".formatted(pages))
                                .asException());
                    });
        }

        private <T> Future<T> explained(Future<T> read) {
            return read.recover(failure -> Future.failedFuture(
                    selection.query().page() instanceof NumberedPage && !selection.isWholeCollection()
                            ? DatabaseErrors.explainCount(selection.type(), failure)
                            : DatabaseErrors.explain(selection.type(), failure)));
        }
    }

    /** Reads one resource; empty when it does not exist. */
    public Future<Optional<FoundItem>> item(RequestScope scope, UUID id, ResourceQuery query) {
        var select = scope.select();
        var fields = ShownFields.of(scope.type(), query.fields());
        return item(scope, fields, query, select.item(fields, id, query.filters()), select.idOf(id));
    }

    /** Reads the resource of this type on the other side of a to-one relationship; empty when there is none. */
    public Future<Optional<FoundItem>> relatedItem(
            RequestScope scope, ResourceType type, RelatedResources related, ResourceQuery query) {
        var select = scope.select();
        var fields = ShownFields.of(type, query.fields());
        var item = select.relatedItem(fields, related, query.filters());
        return item(scope, fields, query, item, select.idOfRelated(type, related));
    }

    private Future<Optional<FoundItem>> item(
            RequestScope scope, ShownFields fields, ResourceQuery query, Statement item, Sql.Part id) {
        var included = new IncludedStatements(scope, query);
        var connections = scope.on(database);
        var read =
                included.isEmpty() ? connections.runInGroup(item).map(List::of) : read(connections, item, included, id);
        return explained(fields.type(), read).map(results -> included.item(fields, results));
    }

    /** Reads the primary data and the included resources in one round trip. */
    private static Future<List<RowSet<Row>>> read(
            Database connections, Statement primary, IncludedStatements included, Sql.Part primaryIds) {
        return included.isEmpty()
                ? connections.run(primary).map(List::of)
                : connections.readTogether(included.with(primary, primaryIds));
    }

    /**
     * Reads a row whose second column is the linkage of a relationship; empty when there is no such resource that the
     * caller may see.
     */
    public Future<Optional<Row>> linkage(RequestScope scope, UUID id, Relationship relationship) {
        var visible = scope.visible(scope.type()).stream().toList();
        var linkage = scope.select().linkage(scope.type(), id, relationship, visible);
        return explained(scope.type(), scope.on(database).run(linkage)).map(Database::first);
    }

    private static <T> Future<T> explained(ResourceType type, Future<T> read) {
        return read.recover(failure -> Future.failedFuture(DatabaseErrors.explain(type, failure)));
    }
}
