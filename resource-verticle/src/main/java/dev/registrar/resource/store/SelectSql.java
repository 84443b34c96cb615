package dev.registrar.resource.store;

import dev.registrar.resource.document.ShownFields;
import dev.registrar.resource.query.IncludePath;
import dev.registrar.resource.query.IncludePath.Step;
import dev.registrar.resource.query.Page;
import dev.registrar.resource.query.ResourceQuery;
import dev.registrar.resource.query.SortKey;
import dev.registrar.resource.type.Relationship;
import dev.registrar.resource.type.Relationship.ToMany;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType;
import dev.registrar.resource.type.ResourceTypes;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The SQL of everything that is read. */
final class SelectSql {
    static final String ALIAS = "r";

    private final ResourceTypes types;

    SelectSql(ResourceTypes types) {
        this.types = types;
    }

    /**
     * A page, each row in the layout of the fields with one more column: how many resources all pages have. The count is
     * a part of the statement, so that it takes no round trip and belongs to the same snapshot.
     */
    Statement page(ShownFields fields, ResourceQuery query, Optional<Scope> scope) {
        var sql = new SqlText().add("SELECT ");
        addColumns(sql, fields);
        sql.add(", (SELECT count(*)");
        addFromWhere(sql, fields.type(), query, scope);
        sql.add(") AS total");
        addFromWhere(sql, fields.type(), query, scope);
        addOrder(sql, query.sort());
        addLimit(sql, query.page());
        return sql.finish();
    }

    Statement count(ResourceType type, ResourceQuery query, Optional<Scope> scope) {
        var sql = new SqlText().add("SELECT count(*)");
        addFromWhere(sql, type, query, scope);
        return sql.finish();
    }

    Statement item(ShownFields fields, UUID id) {
        var sql = new SqlText().add("SELECT ");
        addColumns(sql, fields);
        return sql.add(" FROM " + fields.type().table() + " " + ALIAS + " WHERE " + ALIAS + ".id = ")
                .argument(id)
                .finish();
    }

    Statement relatedItem(ShownFields fields, Scope scope) {
        var sql = new SqlText().add("SELECT ");
        addColumns(sql, fields);
        sql.add(" FROM " + fields.type().table() + " " + ALIAS + " WHERE ");
        scope.addTo(sql, ALIAS);
        return sql.finish();
    }

    /** The id and, in the second column, the linkage of one relationship. */
    Statement linkage(ResourceType type, UUID id, Relationship relationship) {
        return item(new ShownFields(type, List.of(), List.of(relationship)), id);
    }

    /** The resources to which a path leads from the resources of a page. */
    Statement includedWithPage(
            ShownFields fields, IncludePath path, ResourceType primary, ResourceQuery query, Optional<Scope> scope) {
        return included(fields, path, sql -> {
            sql.add("SELECT " + ALIAS + ".id");
            addFromWhere(sql, primary, query, scope);
            addOrder(sql, query.sort());
            addLimit(sql, query.page());
        });
    }

    /** The resources to which a path leads from one resource. */
    Statement includedWithItem(ShownFields fields, IncludePath path, UUID id) {
        return included(fields, path, sql -> sql.add("SELECT ").argument(id).add("::uuid"));
    }

    Statement includedWithRelatedItem(ShownFields fields, IncludePath path, ResourceType primary, Scope scope) {
        return included(fields, path, sql -> {
            sql.add("SELECT p.id FROM " + primary.table() + " p WHERE ");
            scope.addTo(sql, "p");
        });
    }

    private interface IdSelection {
        void addTo(SqlText sql);
    }

    private Statement included(ShownFields fields, IncludePath path, IdSelection primaryIds) {
        var sql = new SqlText().add("SELECT ");
        addColumns(sql, fields);
        sql.add(" FROM " + path.target().table() + " " + ALIAS + " WHERE ");
        addReached(sql, ALIAS, path.steps(), primaryIds);
        sql.add(" ORDER BY " + ALIAS + ".id");
        return sql.finish();
    }

    /**
     * Adds the condition that the steps, at least one, lead from the primary ids to a row of this alias. The ids are made
     * an array first, so that PostgreSQL looks each of them up in an index however large it believes the tables to be.
     */
    private static void addReached(SqlText sql, String alias, List<Step> steps, IdSelection primaryIds) {
        var last = steps.get(steps.size() - 1);
        if (last.relationship() instanceof ToMany toMany) {
            sql.add(alias + "." + toMany.foreignKey() + " = ANY(ARRAY(");
            addSources(sql, steps, primaryIds);
            sql.add("))");
        } else if (last.relationship() instanceof ToOne toOne) {
            sql.add(alias + ".id = ANY(ARRAY(SELECT o." + toOne.column() + " FROM ");
            sql.add(last.source().table() + " o WHERE o.id = ANY(ARRAY(");
            addSources(sql, steps, primaryIds);
            sql.add("))))");
        }
    }

    /** Adds the selection of the ids from which the last step leads on. */
    private static void addSources(SqlText sql, List<Step> steps, IdSelection primaryIds) {
        if (steps.size() == 1) {
            primaryIds.addTo(sql);
            return;
        }
        var source = "s" + steps.size();
        sql.add("SELECT " + source + ".id FROM "
                + steps.get(steps.size() - 1).source().table() + " " + source + " WHERE ");
        addReached(sql, source, steps.subList(0, steps.size() - 1), primaryIds);
    }

    /** Adds the columns in the layout of the fields, for the table's row of the alias {@link #ALIAS}. */
    void addColumns(SqlText sql, ShownFields fields) {
        sql.add(ALIAS + ".id");
        for (var attribute : fields.attributes()) {
            sql.add(", " + ALIAS + "." + attribute.name());
        }
        for (var relationship : fields.relationships()) {
            addLinkage(sql, relationship);
        }
    }

    private void addLinkage(SqlText sql, Relationship relationship) {
        if (relationship instanceof ToOne toOne) {
            sql.add(", " + ALIAS + "." + toOne.column());
        } else if (relationship instanceof ToMany toMany) {
            var target = types.targetOf(relationship).orElseThrow();
            sql.add(", ARRAY(SELECT t.id FROM " + target.table() + " t WHERE t." + toMany.foreignKey() + " = " + ALIAS
                    + ".id ORDER BY t.id) AS " + relationship.name());
        }
    }

    private static void addFromWhere(SqlText sql, ResourceType type, ResourceQuery query, Optional<Scope> scope) {
        sql.add(" FROM " + type.table() + " " + ALIAS);
        var keyword = " WHERE ";
        if (scope.isPresent()) {
            sql.add(keyword);
            scope.get().addTo(sql, ALIAS);
            keyword = " AND ";
        }
        var filters = new FilterSql(sql);
        for (var filter : query.filters()) {
            sql.add(keyword);
            filters.add(ALIAS, filter);
            keyword = " AND ";
        }
    }

    /** The id comes last always, so that resources which are equal in all keys have one order on all pages. */
    private static void addOrder(SqlText sql, List<SortKey> keys) {
        sql.add(" ORDER BY ");
        for (var key : keys) {
            sql.add(ALIAS + "." + key.field() + (key.descending() ? " DESC, " : ", "));
        }
        sql.add(ALIAS + ".id");
    }

    private static void addLimit(SqlText sql, Page page) {
        sql.add(" LIMIT ").argument((long) page.size()).add(" OFFSET ").argument(page.offset());
    }
}
