package dev.registrar.resource.store;

import static dev.registrar.resource.store.SelectSql.ALIAS;

import dev.registrar.resource.query.Filter;
import dev.registrar.resource.query.Page.CursorPage;
import dev.registrar.resource.query.Page.NumberedPage;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.SortOrder;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import java.util.Optional;
import java.util.UUID;

/**
 * Says which resources are on a page: of all resources of the type, or of the related ones, those that match the
 * query's filters, in its order.
 *
 * @param onlyIfFew whether pages are empty if so many rows belong to the resources in the filter that reading them
 *     takes long
 */
public record PageSelection(
        ResourceType type, ResourceQuery query, Optional<RelatedResources> related, boolean onlyIfFew) {

    /** Selects from the related resources, which have this type, or from all of the type. */
    public static PageSelection of(ResourceType type, ResourceQuery query, Optional<RelatedResources> related) {
        return new PageSelection(type, query, related, false);
    }

    /** The same page, but empty if too many rows would be read for it. */
    public PageSelection onlyIfFewRows() {
        return new PageSelection(type, query, related, true);
    }

    /** Whether every resource of the type is on one of the pages. */
    public boolean isWholeCollection() {
        return query.filters().isEmpty() && related.isEmpty();
    }

    long offset() {
        return query.page() instanceof NumberedPage numbered ? numbered.offset() : 0;
    }

    /** The number of rows to read: on a cursor page, one extra row shows whether there are further pages. */
    int limit() {
        var size = query.page().size();
        return query.page() instanceof CursorPage ? size + 1 : size;
    }

    SortOrder readingOrder() {
        return query.page() instanceof CursorPage page && page.backwards()
                ? query.order().reversed()
                : query.order();
    }

    /** The conditions that a row is on one of the pages. */
    Sql.Conditions matches() {
        var conditions = new Sql.Conditions();
        related.ifPresent(resources -> conditions.add(sql -> resources.addTo(sql, ALIAS)));
        SelectSql.addFilters(conditions, query.filters());
        return conditions;
    }

    /** The conditions that a row is on one of the pages, and beyond the cursor if there is one. */
    Sql.Conditions matchesBeyondCursor() {
        var conditions = matches();
        addBeyondCursor(conditions);
        if (onlyIfFew) {
            conditions.add(sql -> {
                addReached(sql.add("("));
                sql.add(") <= " + IndexUse.MANY_ROWS);
            });
        }
        return conditions;
    }

    /**
     * Adds the number of rows that belong to the resources in the filter, which one index finds; it is not counted
     * further than needed to know that they are too many.
     */
    void addReached(Sql sql) {
        sql.add("SELECT count(*) FROM (SELECT FROM " + type.table() + " " + ALIAS + " WHERE ");
        if (related.isPresent()) {
            related.get().addTo(sql, ALIAS);
        } else {
            new FilterSql(sql)
                    .add(
                            ALIAS,
                            query.filters().stream()
                                    .filter(filter -> IndexUse.of(filter) == IndexUse.ROWS_OF_OTHERS)
                                    .findFirst()
                                    .orElseThrow());
        }
        sql.add(" LIMIT " + (IndexUse.MANY_ROWS + 1) + ") reached");
    }

    void addBeyondCursor(Sql.Conditions conditions) {
        if (query.page() instanceof CursorPage page && page.cursor().isPresent()) {
            conditions.add(new CursorSql(page.cursor().get(), page.backwards()));
        }
    }

    /**
     * The resources on the other side of one resource's relationship: those of a related URL.
     *
     * @param parent the type that has the relationship
     * @param id the resource that has it
     * @param visible the condition on that resource under which the caller may see it; empty if there is none
     */
    public record RelatedResources(ResourceType parent, UUID id, Relationship relationship, Optional<Filter> visible) {

        /** Adds the condition that a row with this alias, of the target type, is a related resource. */
        void addTo(Sql sql, String alias) {
            if (relationship instanceof ToMany toMany) {
                sql.add(alias + "." + toMany.foreignKey() + " = ?", id);
            } else if (relationship instanceof ToOne toOne) {
                sql.add(alias + ".id = (SELECT parent." + toOne.column() + " FROM " + parent.table());
                sql.add(" parent WHERE parent.id = ?)", id);
            }
            visible.ifPresent(filter -> {
                sql.add(" AND EXISTS (SELECT FROM " + parent.table() + " owned WHERE owned.id = ? AND ", id);
                new FilterSql(sql).add("owned", filter);
                sql.add(")");
            });
        }
    }
}
