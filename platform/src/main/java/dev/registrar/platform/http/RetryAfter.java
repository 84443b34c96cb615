package dev.registrar.platform.http;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** The header {@code Retry-After} (RFC 9110, 10.2.3): seconds, or a date in one of its three forms (5.6.7). */
public final class RetryAfter {
    /** Who asks for more is asked again after a day. */
    private static final Duration LONGEST = Duration.ofDays(1);

    private static final Pattern SECONDS = Pattern.compile("\\d+");
    private static final int MOST_YEARS_AHEAD = 50;
    private static final DateTimeFormatter IMF_FIXDATE = form("EEE, dd MMM uuuu HH:mm:ss 'GMT'");
    private static final DateTimeFormatter ASCTIME = form("EEE MMM ppd HH:mm:ss uuuu");

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
        return List.of(IMF_FIXDATE, rfc850(now), ASCTIME).stream()
                .flatMap(form -> date(value, form).stream())
                .findFirst()
                .map(date -> Duration.between(now, date));
    }

    private static Optional<Instant> date(String text, DateTimeFormatter form) {
        try {
            return Optional.of(LocalDateTime.parse(text, form).toInstant(ZoneOffset.UTC));
        } catch (DateTimeParseException otherForm) {
            return Optional.empty();
        }
    }

    /** A year with two digits is at most 50 years in the future. */
    private static DateTimeFormatter rfc850(Instant now) {
        var first = LocalDate.ofInstant(now, ZoneOffset.UTC).minusYears(99L - MOST_YEARS_AHEAD);
        return strict(new DateTimeFormatterBuilder()
                .appendPattern("EEEE, dd-MMM-")
                .appendValueReduced(ChronoField.YEAR, 2, 2, first)
                .appendPattern(" HH:mm:ss 'GMT'"));
    }

    private static DateTimeFormatter form(String pattern) {
        return strict(new DateTimeFormatterBuilder().appendPattern(pattern));
    }

    private static DateTimeFormatter strict(DateTimeFormatterBuilder form) {
        return form.toFormatter(Locale.US).withResolverStyle(ResolverStyle.STRICT);
    }
}
