package dev.registrar.resource.store;

import static dev.registrar.resource.error.ErrorCode.TOO_MANY_VALUES;
import static dev.registrar.resource.error.ErrorSource.parameter;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.Statement;
import dev.registrar.resource.document.writing.FoundItem;
import dev.registrar.resource.document.writing.Included;
import dev.registrar.resource.document.writing.Included.RemoteLinkage;
import dev.registrar.resource.document.writing.ShownFields;
import dev.registrar.resource.query.Inclusion;
import dev.registrar.resource.query.Inclusion.IncludePath;
import dev.registrar.resource.query.ResourceQuery;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;

/** The statements that read included resources, which run after that of the primary data, and their results. */
record IncludedStatements(RequestScope scope, ResourceQuery query) {
    boolean isEmpty() {
        return query.inclusion().local().isEmpty() && query.inclusion().remote().isEmpty();
    }

    /** A statement that reads the primary data, and those for the resources with these ids. */
    List<Statement> with(Statement primary, Sql.Part primaryIds) {
        return Stream.concat(Stream.of(primary), of(primaryIds)).toList();
    }

    private Stream<Statement> of(Sql.Part primaryIds) {
        var select = scope.select();
        return Stream.concat(
                query.inclusion().local().stream().map(path -> select.included(fieldsOf(path), path, primaryIds)),
                query.inclusion().remote().stream().map(include -> select.remoteIds(include.path(), primaryIds)));
    }

    /** The statements for these primary resources; a row beyond the size of the page is not one of them. */
    List<Statement> relatedTo(RowSet<Row> primary) {
        var ids = ids(primary).stream().limit(query.page().size()).toList();
        return of(sql -> sql.add("SELECT unnest(?::uuid[])", ids.toArray(UUID[]::new)))
                .toList();
    }

    /** The resource in the first result, if there is one, with the included resources from the other results. */
    Optional<FoundItem> item(ShownFields fields, List<RowSet<Row>> results) {
        return Database.first(results.get(0)).map(row -> new FoundItem(fields, row, found(results)));
    }

    /**
     * The included resources, from the results after the first one; fails with {@code too_many_values} when there are
     * too many for one document.
     */
    Optional<Included> found(List<RowSet<Row>> results) {
        if (!query.inclusion().asked()) {
            return Optional.empty();
        }
        requireFew(results.subList(1, 1 + query.inclusion().local().size()));
        var rest = results.listIterator(1);
        var local = query.inclusion().local().stream()
                .map(path -> new Included.Local(fieldsOf(path), rest.next()))
                .toList();
        var remote = query.inclusion().remote().stream()
                .map(include -> new RemoteLinkage(include, ids(rest.next())))
                .toList();
        return Optional.of(new Included(local, remote));
    }

    private static void requireFew(List<RowSet<Row>> included) {
        if (included.stream().mapToInt(RowSet::size).sum() > Inclusion.MAX_RESOURCES) {
            throw TOO_MANY_VALUES
                    .at(
                            parameter(Inclusion.PARAMETER),
                            "A document can include at most %s resources; use smaller pages, or read them with their related link."
                                    .formatted(Inclusion.MAX_RESOURCES))
                    .asException();
        }
    }

    private ShownFields fieldsOf(IncludePath path) {
        var target = scope.types().targetOf(path.lastStep().relationship()).orElseThrow();
        return ShownFields.of(target, query.fields());
    }

    private static List<UUID> ids(RowSet<Row> rows) {
        return Database.list(rows, row -> row.getUUID(0));
    }
}
