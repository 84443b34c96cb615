package dev.registrar.resource.store.sql;

import static dev.registrar.resource.store.sql.SelectSql.ALIAS;

import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.paging.CursorPage;
import dev.registrar.resource.query.paging.NumberedPage;
import dev.registrar.resource.query.paging.SortOrder;
import dev.registrar.resource.type.ResourceType;
import java.util.Optional;

/**
 * Says which resources are on a page: of all resources of the type, or of the related ones, those that match the query's filters, in
 * its order.
 */
public record PageSelection(ResourceType type, ResourceQuery query, Optional<RelatedResources> related) {

    /** Selects from all resources of a type. */
    public static PageSelection of(ResourceType type, ResourceQuery query) {
        return new PageSelection(type, query, Optional.empty());
    }

    /** Selects from the related resources, which have this type. */
    public static PageSelection of(ResourceType type, ResourceQuery query, RelatedResources related) {
        return new PageSelection(type, query, Optional.of(related));
    }

    /** Whether every resource of the type is on one of the pages. */
    public boolean isWholeCollection() {
        return query.filters().isEmpty() && related.isEmpty();
    }

    /** The number of rows to skip before the page. */
    long offset() {
        return query.page() instanceof NumberedPage numbered ? numbered.offset() : 0;
    }

    /** The number of rows to read: on a cursor page, one extra row shows whether there are further pages. */
    int limit() {
        var size = query.page().size();
        return query.page() instanceof CursorPage ? size + 1 : size;
    }

    /** The order in which the page is read. */
    SortOrder readingOrder() {
        return query.page() instanceof CursorPage page && page.backwards()
                ? query.order().reversed()
                : query.order();
    }

    /** The conditions that a row is on one of the pages. */
    SqlConditions matches() {
        var conditions = new SqlConditions();
        related.ifPresent(resources -> conditions.add(sql -> resources.addTo(sql, ALIAS)));
        SelectSql.addFilters(conditions, query.filters());
        return conditions;
    }

    /** The conditions that a row is on one of the pages, and beyond the cursor if there is one. */
    SqlConditions matchesBeyondCursor() {
        var conditions = matches();
        addBeyondCursor(conditions);
        return conditions;
    }

    void addBeyondCursor(SqlConditions conditions) {
        if (query.page() instanceof CursorPage page && page.cursor().isPresent()) {
            conditions.add(new CursorSql(ALIAS, page.cursor().get(), page.backwards()));
        }
    }
}
