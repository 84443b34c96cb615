package dev.registrar.gateway.authentication.bearer;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;
import java.util.Optional;

/** Times in tokens: the seconds since 1970, as any JSON number (RFC 7519, 2). */
final class NumericDate {
    private static final double EARLIEST = Instant.parse("0000-01-01T00:00:00Z").getEpochSecond();
    private static final double LATEST = Instant.parse("9999-12-31T23:59:59Z").getEpochSecond();

    private NumericDate() {}

    /**
     * Returns the time in a claim; empty if it is not a time. A time outside the years 0 to 9999 becomes the nearest of
     * those.
     */
    static Optional<Instant> in(JsonNode claims, String name) {
        var seconds = claims.path(name);
        return seconds.isNumber()
                ? Optional.of(Instant.ofEpochSecond((long) Math.max(EARLIEST, Math.min(LATEST, seconds.doubleValue()))))
                : Optional.empty();
    }
}
