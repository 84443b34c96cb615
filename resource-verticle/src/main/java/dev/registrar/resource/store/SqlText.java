package dev.registrar.resource.store;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.vertx.sqlclient.Tuple;

/** SQL in the making: text from declarations alone, everything from a client as an argument. */
final class SqlText {
    private final StringBuilder text = new StringBuilder(512);
    private final Tuple arguments = Tuple.tuple();

    @CanIgnoreReturnValue
    SqlText add(String sql) {
        text.append(sql);
        return this;
    }

    /** Adds a parameter with this argument. */
    @CanIgnoreReturnValue
    SqlText argument(Object value) {
        arguments.addValue(value);
        text.append('$').append(arguments.size());
        return this;
    }

    Statement finish() {
        return new Statement(text.toString(), arguments);
    }
}
