package dev.registrar.resource.store;

import dev.registrar.resource.query.Cursor;
import dev.registrar.resource.query.SortOrder.SortKey;
import java.util.stream.Collectors;

/**
 * The condition that a row is beyond a cursor: after it, or before it when reading backwards. An index on the keys
 * finds the first such row immediately.
 */
record CursorSql(Cursor cursor, boolean backwards) implements Sql.Part {
    @Override
    public void addTo(Sql sql) {
        if (cursor.order().comparesAsRow()) {
            addRowComparison(sql);
        } else {
            addBeyond(sql, 0);
        }
    }

    private void addRowComparison(Sql sql) {
        var keys = cursor.order().keys();
        sql.add(keys.stream().map(CursorSql::column).collect(Collectors.joining(", ", "(", ")")))
                .add(descends(keys.get(0)) ? " < (" : " > (");
        cursor.values().forEach(value -> sql.add("?, ", value));
        sql.add("?)", cursor.id());
    }

    /** Adds: beyond by the key at this index, or equal in it and beyond by the keys after it. */
    private void addBeyond(Sql sql, int index) {
        var key = cursor.order().keys().get(index);
        if (key.attribute().isEmpty()) {
            sql.add(column(key) + (descends(key) ? " < ?" : " > ?"), cursor.id());
            return;
        }
        var value = cursor.values().get(index);
        sql.add("(");
        addBeyondIn(sql, key, value);
        sql.add(" OR (" + column(key));
        if (value == null) {
            sql.add(" IS NULL");
        } else {
            sql.add(" = ?", value);
        }
        sql.add(" AND ");
        addBeyond(sql, index + 1);
        sql.add("))");
    }

    /** PostgreSQL sorts null as if it were greater than every value. */
    private void addBeyondIn(Sql sql, SortKey key, Object value) {
        if (value == null) {
            sql.add(descends(key) ? column(key) + " IS NOT NULL" : "false");
        } else if (descends(key)) {
            sql.add(column(key) + " < ?", value);
        } else {
            sql.add("(" + column(key) + " > ? OR " + column(key) + " IS NULL)", value);
        }
    }

    private boolean descends(SortKey key) {
        return key.descending() != backwards;
    }

    private static String column(SortKey key) {
        return TextSql.ordered(key);
    }
}
