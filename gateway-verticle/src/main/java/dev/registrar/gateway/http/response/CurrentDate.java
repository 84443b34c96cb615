package dev.registrar.gateway.http.response;

import io.netty.handler.codec.DateFormatter;
import io.vertx.core.http.HttpHeaders;
import java.time.Instant;
import java.util.Date;

/**
 * The value of {@code Date} (RFC 9110, 6.6.1), written once a second. Thread-safe.
 *
 * @param second since 1970
 */
record CurrentDate(long second, CharSequence text) {
    private static volatile CurrentDate latest = of(0);

    static CharSequence get() {
        var second = System.currentTimeMillis() / 1000;
        var date = latest;
        if (date.second != second) {
            date = of(second);
            latest = date;
        }
        return date.text;
    }

    private static CurrentDate of(long second) {
        var text = DateFormatter.format(Date.from(Instant.ofEpochSecond(second)));
        return new CurrentDate(second, HttpHeaders.createOptimized(text));
    }
}
