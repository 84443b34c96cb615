package dev.registrar.resource.store;

import static dev.registrar.resource.error.ErrorCode.PAGE_NOT_FOUND;
import static dev.registrar.resource.error.ErrorSource.parameter;
import static dev.registrar.resource.store.sql.IndexUse.ALL_ROWS;
import static dev.registrar.resource.store.sql.IndexUse.INDEX_RANGE;
import static dev.registrar.resource.store.sql.IndexUse.ROWS_OF_OTHERS;

import dev.registrar.resource.bus.ResourceRequest;
import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.Statement;
import dev.registrar.resource.database.Work;
import dev.registrar.resource.database.failure.DatabaseFailures;
import dev.registrar.resource.query.Filter;
import dev.registrar.resource.query.Page.NumberedPage;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.result.FoundItem;
import dev.registrar.resource.result.FoundPage;
import dev.registrar.resource.result.ShownFields;
import dev.registrar.resource.store.sql.IndexUse;
import dev.registrar.resource.store.sql.PageSelection;
import dev.registrar.resource.store.sql.PageSql;
import dev.registrar.resource.store.sql.RelatedResources;
import dev.registrar.resource.store.sql.SelectSql;
import dev.registrar.resource.store.sql.SqlPart;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * Reads the resources of one verticle. A read is one round trip to PostgreSQL, except that a page of a range or of a scan is read
 * before the resources that it includes.
 */
public final class ResourceStore {
    private final ResourceTypes types;
    private final Database database;
    private final Database scans;
    private final LastCounts counts;
    private final SelectSql select;
    private final PageSql pages;

    /**
     * Creates a store.
     *
     * @param database the connections for reads that can use an index
     * @param scans the connections for all other reads
     */
    public ResourceStore(ResourceTypes types, Database database, Database scans) {
        this(types, database, scans, new LastCounts(), new SelectSql(types));
    }

    private ResourceStore(ResourceTypes types, Database database, Database scans, LastCounts counts, SelectSql select) {
        this.types = types;
        this.database = database;
        this.scans = scans;
        this.counts = counts;
        this.select = select;
        pages = new PageSql(select);
    }

    /**
     * The same store for a request: bounded by its deadline, and without linked and included resources that its caller may not
     * see.
     *
     * @param type the type that the request was sent for
     */
    public ResourceStore of(ResourceType type, ResourceRequest request) {
        var work = Work.of(type, request);
        return new ResourceStore(
                types, database.of(work), scans.of(work), counts, Visibility.select(types, request.caller()));
    }

    public ResourceTypes types() {
        return types;
    }

    /**
     * Reads a page.
     *
     * @return fails with {@code page_not_found} when the page is past the last one, and with {@code overloaded}
     *     when the read may scan all resources and too many such reads are running
     */
    public Future<FoundPage> page(PageSelection selection) {
        var use = IndexUse.of(selection, counts.of(selection.type()));
        var found = use == ALL_ROWS ? scan(selection) : readByIndexOrScan(selection, use);
        return selection.isWholeCollection()
                ? found.onSuccess(page -> counts.update(selection.type(), page.position()))
                : found;
    }

    private Future<FoundPage> readByIndexOrScan(PageSelection selection, IndexUse use) {
        return readPage(database, selection, use)
                .compose(page -> page.map(Future::succeededFuture).orElseGet(() -> scan(selection)));
    }

    private Future<FoundPage> scan(PageSelection selection) {
        return readPage(scans, selection, ALL_ROWS).map(Optional::orElseThrow);
    }

    /** Reads a page; empty when too many resources match for this use of indexes. */
    private Future<Optional<FoundPage>> readPage(Database lane, PageSelection selection, IndexUse use) {
        var query = selection.query();
        var fields = ShownFields.of(selection.type(), query.fields());
        var included = new IncludedStatements(select, types, query);
        var bounded = use == ROWS_OF_OTHERS ? selection.onlyIfFewRows() : selection;
        var page = pages.page(fields, bounded, use);
        // Where an index leads to the rows of the page, selecting them again is faster than another round trip.
        var read = use == INDEX_RANGE || use == ALL_ROWS
                ? read(lane, page, included)
                : read(lane, page, included, PageSql.idsOfPage(bounded));
        return explained(selection, read)
                .compose(results -> isIncomplete(lane, selection, results.get(0), use)
                        .compose(incomplete -> incomplete
                                ? Future.succeededFuture(Optional.empty())
                                : page(lane, selection, fields, included, results)));
    }

    private Future<Boolean> isIncomplete(Database lane, PageSelection selection, RowSet<Row> rows, IndexUse use) {
        return use == ROWS_OF_OTHERS && rows.size() == 0
                ? explained(selection, lane.run(PageSql.reached(selection))).map(PageSql::areTooMany)
                : Future.succeededFuture(PageSql.isIncomplete(selection, rows, use));
    }

    private static Future<Optional<FoundPage>> page(
            Database lane,
            PageSelection selection,
            ShownFields fields,
            IncludedStatements included,
            List<RowSet<Row>> results) {
        var query = selection.query();
        var rows = results.get(0);
        return rows.size() == 0 && query.page() instanceof NumberedPage numbered && numbered.number() > 1
                ? rejectPage(lane, selection, numbered)
                : Future.succeededFuture(Optional.of(FoundPage.of(fields, rows, query, included.found(results))));
    }

    private static <T> Future<T> explained(PageSelection selection, Future<T> read) {
        return read.recover(failure -> Future.failedFuture(
                selection.query().page() instanceof NumberedPage && !selection.isWholeCollection()
                        ? DatabaseFailures.explainCount(selection.type(), failure)
                        : DatabaseFailures.explain(selection.type(), failure)));
    }

    /** A page past the last one does not exist; only the first page can be empty. */
    private static <T> Future<T> rejectPage(Database lane, PageSelection selection, NumberedPage page) {
        return explained(selection.type(), lane.run(PageSql.count(selection))).compose(counted -> {
            var pages = page.pagesOf(counted.iterator().next().getLong(0));
            return Future.failedFuture(PAGE_NOT_FOUND
                    .at(
                            parameter(NumberedPage.PARAMETER),
                            "The number of the last page of this size is %s.".formatted(pages))
                    .asException());
        });
    }

    /** Reads one resource; empty when it does not exist. */
    public Future<Optional<FoundItem>> item(ResourceType type, UUID id, ResourceQuery query) {
        var fields = ShownFields.of(type, query.fields());
        var included = new IncludedStatements(select, types, query);
        var item = select.item(fields, id, query.filters());
        return explained(type, readItem(item, included, select.idOf(id)))
                .map(results -> included.item(fields, results));
    }

    /** Reads the resource on the other side of a to-one relationship; empty when there is none. */
    public Future<Optional<FoundItem>> relatedItem(ResourceType type, RelatedResources related, ResourceQuery query) {
        var fields = ShownFields.of(type, query.fields());
        var included = new IncludedStatements(select, types, query);
        var id = select.idOfRelated(type, related);
        var item = select.relatedItem(fields, related, query.filters());
        return explained(type, readItem(item, included, id)).map(results -> included.item(fields, results));
    }

    /**
     * Reads a row whose second column is the linkage of a relationship; empty when the resource does not match the
     * filters.
     */
    public Future<Optional<Row>> linkage(ResourceType type, UUID id, Relationship relationship, List<Filter> filters) {
        return explained(type, database.run(select.linkage(type, id, relationship, filters)))
                .map(Database::first);
    }

    private Future<List<RowSet<Row>>> readItem(Statement item, IncludedStatements included, SqlPart id) {
        return included.isEmpty() ? database.runInGroup(item).map(List::of) : read(database, item, included, id);
    }

    /** Reads the primary data and the included resources in one round trip. */
    private static Future<List<RowSet<Row>>> read(
            Database lane, Statement primary, IncludedStatements included, SqlPart primaryIds) {
        return included.isEmpty()
                ? lane.run(primary).map(List::of)
                : lane.readTogether(Stream.concat(Stream.of(primary), included.of(primaryIds).stream())
                        .toList());
    }

    /** Reads the primary data and then the included resources. */
    private static Future<List<RowSet<Row>>> read(Database lane, Statement primary, IncludedStatements included) {
        return included.isEmpty() ? lane.run(primary).map(List::of) : lane.readTogether(primary, included::of);
    }

    private static <T> Future<T> explained(ResourceType type, Future<T> read) {
        return read.recover(failure -> Future.failedFuture(DatabaseFailures.explain(type, failure)));
    }
}
