package dev.registrar.resource.store.sql;

import java.util.ArrayList;
import java.util.List;

/** The conditions of a WHERE clause, all of which must hold. */
public final class SqlConditions implements SqlPart {
    private final List<SqlPart> conditions = new ArrayList<>();

    void add(SqlPart condition) {
        conditions.add(condition);
    }

    @Override
    public void addTo(SqlText sql) {
        var keyword = " WHERE ";
        for (var condition : conditions) {
            sql.add(keyword);
            condition.addTo(sql);
            keyword = " AND ";
        }
    }
}
