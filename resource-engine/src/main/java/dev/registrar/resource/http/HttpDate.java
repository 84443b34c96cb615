package dev.registrar.resource.http;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoField;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** A date in a header that we receive, in one of its three forms (RFC 9110, 5.6.7); letter case matters. */
final class HttpDate {
    private static final int MOST_YEARS_AHEAD = 50;

    private static final DateTimeFormatter IMF_FIXDATE = form("EEE, dd MMM uuuu HH:mm:ss 'GMT'");
    private static final DateTimeFormatter ASCTIME = form("EEE MMM ppd HH:mm:ss uuuu");

    private HttpDate() {}

    /** Empty if the text has none of the forms, or if there is no such day. */
    static Optional<Instant> parse(String text, Instant now) {
        return List.of(IMF_FIXDATE, rfc850(now), ASCTIME).stream()
                .flatMap(form -> parse(text, form).stream())
                .findFirst();
    }

    private static Optional<Instant> parse(String text, DateTimeFormatter form) {
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
