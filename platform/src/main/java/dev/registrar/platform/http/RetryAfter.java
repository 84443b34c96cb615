package dev.registrar.platform.http;

import io.netty.handler.codec.DateFormatter;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The header {@code Retry-After} (RFC 9110, 10.2.3): seconds, or a date in one of its three forms (5.6.7). */
public final class RetryAfter {
    /** Who asks for more is asked again after a day. */
    private static final Duration LONGEST = Duration.ofDays(1);

    private static final Pattern SECONDS = Pattern.compile("\\d+");

    /** Netty rejects longer ones as an error of its caller. */
    private static final int MAX_DATE = 64;

    private RetryAfter() {}

    /** Empty if the value is malformed or in the past. */
    public static Optional<Duration> parse(String value, Instant now) {
        return duration(value.strip(), now)
                .filter(wait -> !wait.isNegative() && !wait.isZero())
                .map(wait -> Collections.min(List.of(wait, LONGEST)));
    }

    private static Optional<Duration> duration(String value, Instant now) {
        if (SECONDS.matcher(value).matches()) {
            var seconds = new BigInteger(value).min(BigInteger.valueOf(LONGEST.toSeconds()));
            return Optional.of(Duration.ofSeconds(seconds.longValueExact()));
        }
        return Optional.of(value)
                .filter(date -> date.length() <= MAX_DATE)
                .map(DateFormatter::parseHttpDate)
                .map(date -> Duration.between(now, date.toInstant()));
    }
}
