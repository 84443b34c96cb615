package dev.registrar.resource.store;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.platform.database.Statement;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/** Builds a statement: the text comes only from declarations, and everything from a client is an argument. */
public final class Sql {
    private final StringBuilder text = new StringBuilder(512);
    private final Tuple arguments = Tuple.tuple();

    /** A piece of SQL that adds itself, with its arguments, to a statement. */
    @FunctionalInterface
    public interface Part {
        void addTo(Sql sql);
    }

    @CanIgnoreReturnValue
    public Sql add(String sql) {
        text.append(sql);
        return this;
    }

    /** Adds text in which a question mark stands for a parameter with this argument. */
    @CanIgnoreReturnValue
    public Sql add(String sql, Object argument) {
        var mark = sql.indexOf('?');
        text.append(sql, 0, mark);
        return argument(argument).add(sql.substring(mark + 1));
    }

    /** Adds a parameter with this argument. */
    @CanIgnoreReturnValue
    public Sql argument(Object value) {
        arguments.addValue(value);
        text.append('$').append(arguments.size());
        return this;
    }

    public Statement finish() {
        return new Statement(text.toString(), arguments);
    }

    /** The conditions of a WHERE clause, all of which must hold. */
    static final class Conditions implements Part {
        private final List<Part> conditions = new ArrayList<>();

        void add(Part condition) {
            conditions.add(condition);
        }

        @Override
        public void addTo(Sql sql) {
            var keyword = " WHERE ";
            for (var condition : conditions) {
                sql.add(keyword);
                condition.addTo(sql);
                keyword = " AND ";
            }
        }
    }
}
