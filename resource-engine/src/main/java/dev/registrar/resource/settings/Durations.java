package dev.registrar.resource.settings;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Parses durations of the configuration: {@code 500 ms}, {@code 2 s}, {@code 5 min} or {@code 24 h}, of at most 100 years. */
final class Durations {
    private static final Pattern DURATION = Pattern.compile("(\\d{1,9}) ?(ms|s|min|h)");

    /** As nanoseconds, in which the service measures times, much longer ones would not fit into a long. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private Durations() {}

    static Optional<Duration> parse(String text) {
        var matcher = DURATION.matcher(text);
        if (!matcher.matches()) {
            return Optional.empty();
        }
        var amount = Long.parseLong(matcher.group(1));
        var duration = switch (matcher.group(2)) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "min" -> Duration.ofMinutes(amount);
            default -> Duration.ofHours(amount);
        };
        return Optional.of(duration).filter(parsed -> parsed.compareTo(LONGEST) <= 0);
    }
}
