package dev.registrar.resource.store.sql;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.registrar.resource.database.Statement;
import io.vertx.sqlclient.Tuple;

/** Builds a statement: the text comes only from declarations, and everything from a client is an argument. */
public final class SqlText {
    private final StringBuilder text = new StringBuilder(512);
    private final Tuple arguments = Tuple.tuple();

    @CanIgnoreReturnValue
    public SqlText add(String sql) {
        text.append(sql);
        return this;
    }

    /** Adds a parameter with this argument. */
    @CanIgnoreReturnValue
    public SqlText argument(Object value) {
        arguments.addValue(value);
        text.append('$').append(arguments.size());
        return this;
    }

    public Statement finish() {
        return new Statement(text.toString(), arguments);
    }
}
