package dev.registrar.resource.bus;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The preferences of a client for the response (RFC 7240): {@code respond-async} (respond immediately while processing
 * continues), {@code wait=n} (respond within n seconds), or both (wait up to n seconds), and {@code handling=strict}.
 * Unknown and malformed preferences are ignored.
 *
 * @param strict whether one mistake keeps everything from having an effect
 */
public record Preferences(boolean respondAsync, Optional<Duration> longestWait, boolean strict) {
    public static final Preferences NONE = new Preferences(false, Optional.empty(), false);

    /** The name and value of the preference that one mistake stops everything. */
    public static final String STRICT = "handling=strict";

    private static final Pattern HANDLING = Pattern.compile("handling\\s*=\\s*\"?(strict|lenient)\"?");

    private static final Pattern WAIT = Pattern.compile("wait\\s*=\\s*\"?0*(\\d+)\"?");

    /** A longer wait counts as this one, like too large a number of seconds in other headers (RFC 9111, 1.2.2). */
    private static final String LONGEST_WAIT = "999999999";

    /** Reads the value of {@code Prefer}. If a preference is repeated, the first one counts. */
    public static Preferences of(String prefer) {
        var respondAsync = false;
        Optional<Duration> longestWait = Optional.empty();
        Optional<String> handling = Optional.empty();
        for (var preference : prefer.split(",", -1)) {
            var text = preference.replaceFirst(";.*", "").trim().toLowerCase(Locale.ROOT);
            var wait = WAIT.matcher(text);
            var handled = HANDLING.matcher(text);
            if (text.equals("respond-async")) {
                respondAsync = true;
            } else if (longestWait.isEmpty() && wait.matches()) {
                longestWait = Optional.of(seconds(wait.group(1)));
            } else if (handling.isEmpty() && handled.matches()) {
                handling = Optional.of(handled.group(1));
            }
        }
        return new Preferences(respondAsync, longestWait, handling.equals(Optional.of("strict")));
    }

    private static Duration seconds(String digits) {
        return Duration.ofSeconds(Long.parseLong(digits.length() > LONGEST_WAIT.length() ? LONGEST_WAIT : digits));
    }

    /** The preferences that were applied when the work is done in time. */
    public Preferences ofWait() {
        return new Preferences(false, longestWait, false);
    }

    /** Those that concern the wait, which is no longer than this. */
    public Preferences waitingAtMost(Duration longest) {
        return new Preferences(
                respondAsync, longestWait.map(wait -> wait.compareTo(longest) > 0 ? longest : wait), false);
    }

    /** The value of the header, in whole seconds; empty when there are no preferences. */
    @Override
    public String toString() {
        List<String> all = new ArrayList<>();
        if (respondAsync) {
            all.add("respond-async");
        }
        longestWait.ifPresent(wait -> all.add("wait=" + wait.toSeconds()));
        if (strict) {
            all.add(STRICT);
        }
        return String.join(", ", all);
    }
}
