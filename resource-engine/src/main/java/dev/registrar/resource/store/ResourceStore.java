package dev.registrar.resource.store;

import static dev.registrar.resource.error.ErrorCode.PAGE_NOT_FOUND;
import static dev.registrar.resource.error.ErrorSource.parameter;
import static dev.registrar.resource.store.sql.IndexUse.ALL_ROWS;

import dev.registrar.resource.database.Database;
import dev.registrar.resource.database.ScanLane;
import dev.registrar.resource.database.Statement;
import dev.registrar.resource.database.failure.DatabaseFailures;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.filter.Filter;
import dev.registrar.resource.query.paging.NumberedPage;
import dev.registrar.resource.result.FoundItem;
import dev.registrar.resource.result.FoundPage;
import dev.registrar.resource.result.ShownFields;
import dev.registrar.resource.store.sql.IndexUse;
import dev.registrar.resource.store.sql.PageSql;
import dev.registrar.resource.store.sql.RelatedResources;
import dev.registrar.resource.store.sql.SelectSql;
import dev.registrar.resource.time.Deadline;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Reads the resources of one verticle. Every read is one round trip to PostgreSQL. */
public final class ResourceStore {
    private final ResourceTypes types;
    private final Database database;
    private final ScanLane scans;
    private final LastCounts counts;
    private final SelectSql select;
    private final PageSql pages;

    /**
     * Creates a store.
     *
     * @param database the connections for reads that can use an index
     * @param scans the connections for all other reads
     */
    public ResourceStore(ResourceTypes types, Database database, ScanLane scans) {
        this(types, database, scans, new LastCounts());
    }

    private ResourceStore(ResourceTypes types, Database database, ScanLane scans, LastCounts counts) {
        this.types = types;
        this.database = database;
        this.scans = scans;
        this.counts = counts;
        select = new SelectSql(types);
        pages = new PageSql(select);
    }

    /** The same store, bounded by the deadline of a request. */
    public ResourceStore until(Deadline deadline) {
        return new ResourceStore(types, database.until(deadline), scans.until(deadline), counts);
    }

    public ResourceTypes types() {
        return types;
    }

    /**
     * Reads a page of a collection: of all resources of the type, or only of related ones.
     *
     * @return fails with {@code page_not_found} when the page is past the last one, and with {@code overloaded}
     *     when the read may scan all resources and too many such reads are running
     */
    public Future<FoundPage> page(ResourceType type, ResourceQuery query, Optional<RelatedResources> related) {
        var found = IndexUse.of(query, related, counts.of(type)) == ALL_ROWS
                ? scans.run(lane -> page(lane, type, query, related))
                : page(database, type, query, related);
        return PageSql.isCollection(query, related)
                ? found.onSuccess(page -> counts.update(type, page.position()))
                : found;
    }

    private Future<FoundPage> page(
            Database lane, ResourceType type, ResourceQuery query, Optional<RelatedResources> related) {
        var fields = ShownFields.of(type, query.fields());
        var included = new IncludedStatements(select, types, query, PageSql.idsOfPage(type, query, related));
        var read = read(lane, pages.page(fields, query, related), included)
                .recover(failure -> Future.failedFuture(
                        query.page() instanceof NumberedPage && !PageSql.isCollection(query, related)
                                ? DatabaseFailures.explainCount(type, failure)
                                : DatabaseFailures.explain(type, failure)));
        return read.compose(results -> {
            var rows = results.get(0);
            return rows.size() == 0 && query.page() instanceof NumberedPage page && page.number() > 1
                    ? rejectPage(lane, type, query, page, related)
                    : Future.succeededFuture(FoundPage.of(fields, rows, query, included.found(results)));
        });
    }

    /** Reads one resource; empty when it does not exist. */
    public Future<Optional<FoundItem>> item(ResourceType type, UUID id, ResourceQuery query) {
        var fields = ShownFields.of(type, query.fields());
        var included = new IncludedStatements(select, types, query, select.idOf(id));
        return explained(type, read(database, select.item(fields, id, query.filters()), included))
                .map(results -> included.item(fields, results));
    }

    /** Reads the resource on the other side of a to-one relationship; empty when there is none. */
    public Future<Optional<FoundItem>> relatedItem(ResourceType type, RelatedResources related, ResourceQuery query) {
        var fields = ShownFields.of(type, query.fields());
        var included = new IncludedStatements(select, types, query, select.idOfRelated(type, related));
        return explained(type, read(database, select.relatedItem(fields, related), included))
                .map(results -> included.item(fields, results));
    }

    /**
     * Reads a row whose second column is the linkage of a relationship; empty when the resource does not match the
     * filters.
     */
    public Future<Optional<Row>> linkage(ResourceType type, UUID id, Relationship relationship, List<Filter> filters) {
        return explained(type, database.run(select.linkage(type, id, relationship, filters)))
                .map(Database::first);
    }

    private static Future<List<RowSet<Row>>> read(Database lane, Statement primary, IncludedStatements included) {
        return included.isEmpty() ? lane.run(primary).map(List::of) : lane.readTogether(included.after(primary));
    }

    private static <T> Future<T> explained(ResourceType type, Future<T> read) {
        return read.recover(failure -> Future.failedFuture(DatabaseFailures.explain(type, failure)));
    }

    private <T> Future<T> rejectPage(
            Database lane,
            ResourceType type,
            ResourceQuery query,
            NumberedPage page,
            Optional<RelatedResources> related) {
        return explained(type, lane.run(PageSql.count(type, query, related))).compose(counted -> {
            var pages = page.pagesOf(counted.iterator().next().getLong(0));
            return Future.failedFuture(PAGE_NOT_FOUND
                    .at(
                            parameter(NumberedPage.PARAMETER),
                            "The number of the last page of this size is %d.".formatted(pages))
                    .asException());
        });
    }
}
