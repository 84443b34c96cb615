package dev.registrar.gateway.http.response;

import io.vertx.core.http.HttpHeaders;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * The value of {@code Date} (RFC 9110, 6.6.1), written once a second. Thread-safe.
 *
 * @param second since 1970
 */
record CurrentDate(long second, CharSequence text) {
    /** {@link DateTimeFormatter#RFC_1123_DATE_TIME} writes days of one digit as such. */
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

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
        var text = HTTP_DATE.format(Instant.ofEpochSecond(second));
        return new CurrentDate(second, HttpHeaders.createOptimized(text));
    }
}
