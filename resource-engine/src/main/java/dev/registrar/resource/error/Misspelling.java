package dev.registrar.resource.error;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/** Finds the name that a client probably meant. */
public final class Misspelling {
    /** A name in the singular, without an underscore, or with two wrong letters is close enough. */
    private static final int MOST_EDITS = 2;

    private Misspelling() {}

    /** Returns the known name that is closest to the given one or contains it; empty if none is close. */
    public static Optional<String> of(String given, Collection<String> known) {
        return known.stream()
                .filter(name -> isClose(given, name))
                .min(Comparator.comparingInt(name -> edits(given, name)));
    }

    private static boolean isClose(String given, String name) {
        return Math.abs(given.length() - name.length()) <= MOST_EDITS
                ? edits(given, name) <= MOST_EDITS
                : given.length() > MOST_EDITS && name.contains(given);
    }

    /** How many characters must be inserted, removed or replaced (Levenshtein). */
    private static int edits(String one, String other) {
        var row = IntStream.rangeClosed(0, other.length()).toArray();
        for (var i = 1; i <= one.length(); i++) {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= other.length(); j++) {
                var replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
