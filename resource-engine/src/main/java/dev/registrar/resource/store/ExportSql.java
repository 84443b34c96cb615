package dev.registrar.resource.store;

import static dev.registrar.resource.store.SelectSql.ALIAS;

import dev.registrar.platform.database.Statement;
import dev.registrar.resource.document.writing.ShownFields;
import dev.registrar.resource.query.Inclusion.IncludePath;
import dev.registrar.resource.query.Inclusion.IncludePath.Step;
import dev.registrar.resource.type.Attribute;
import dev.registrar.resource.type.Relationship.ToOne;
import dev.registrar.resource.type.ResourceType.Meta;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds the SQL of a file: of all resources that are on the pages of a selection, in their order, with columns of the
 * resources to which they have to-one relationships.
 */
public final class ExportSql {
    /** Stands for the resources themselves. */
    public static final List<Step> ITSELF = List.of();

    private final RequestScope scope;
    private final PageSelection selection;
    private final List<String> columns = new ArrayList<>();
    private final List<Sql.Part> joins = new ArrayList<>();
    private final Map<List<Step>, String> aliases = new HashMap<>(Map.of(ITSELF, ALIAS));

    public ExportSql(RequestScope scope, PageSelection selection) {
        this.scope = scope;
        this.selection = selection;
    }

    /** Selects the resources in the layout of the fields. */
    public static Statement objects(RequestScope scope, PageSelection selection, ShownFields fields) {
        var sql = new Sql().add("SELECT ");
        scope.select().addColumns(sql, fields);
        return new ExportSql(scope, selection).addRows(sql);
    }

    /** Adds a column with the id of the resources to which steps over to-one relationships lead. */
    public int addId(List<Step> path) {
        return add(aliasOf(path) + ".id");
    }

    /** Adds a column with an attribute of the resources to which steps over to-one relationships lead. */
    public int add(List<Step> path, String attribute) {
        return add(aliasOf(path) + "." + attribute);
    }

    /** Adds a column with the id on the other side of a step to another verticle. */
    public int addRemoteId(IncludePath path) {
        var last = path.steps().size() - 1;
        return add(aliasOf(path.steps().subList(0, last)) + "." + columnOf(path.lastStep()));
    }

    /** Adds a column with a simple member of {@code meta}. */
    public int add(Attribute ofMeta) {
        return add(ofMeta.valueIn(ALIAS));
    }

    /** Adds a column with a count in {@code meta}. */
    public int addCount(Meta meta, String count) {
        var isForOwner = scope.visible(selection.type()).isPresent();
        return add("(%s) ->> '%s'".formatted(isForOwner ? meta.sqlForOwner() : meta.sql(), count));
    }

    private int add(String expression) {
        if (!columns.contains(expression)) {
            columns.add(expression);
        }
        return columns.indexOf(expression);
    }

    /** Joins the resources, unless the caller may not see them: then there are none. */
    private String aliasOf(List<Step> path) {
        var known = aliases.get(path);
        if (known != null) {
            return known;
        }
        var last = path.get(path.size() - 1);
        var source = aliasOf(path.subList(0, path.size() - 1));
        var alias = "j" + aliases.size();
        var target = scope.types().targetOf(last.relationship()).orElseThrow();
        joins.add(sql -> {
            sql.add(" LEFT JOIN %s %s ON %s.id = %s.%s"
                    .formatted(target.table(), alias, alias, source, columnOf(last)));
            scope.select().addVisible(sql, alias, last.relationship());
        });
        aliases.put(path, alias);
        return alias;
    }

    private static String columnOf(Step step) {
        return ((ToOne) step.relationship()).column();
    }

    public Statement finish() {
        return addRows(new Sql().add("SELECT " + String.join(", ", columns)));
    }

    private Statement addRows(Sql sql) {
        sql.add(" FROM " + selection.type().table() + " " + ALIAS);
        joins.forEach(join -> join.addTo(sql));
        selection.matches().addTo(sql);
        PageSql.addOrder(sql, selection.query().order());
        return sql.finish();
    }
}
