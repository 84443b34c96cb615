package dev.registrar.resource.error;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was probably meant. */
public final class Misspelling {
    /** A name in the singular, without an underscore, or with two wrong letters is close enough. */
    private static final int MOST_EDITS = 2;

    /** In shorter names, two edits would turn one word into another. */
    private static final int LENGTH_FOR_MOST_EDITS = 5;

    private static final int SHORTEST_PART = 3;

    /** Longer than any known name: comparing takes time and memory in proportion to the square of the length. */
    private static final int LONGEST = 100;

    private Misspelling() {}

    /** Returns the known name that is closest to the given one or contains it; empty if none is close. */
    public static Optional<String> of(String given, Collection<String> known) {
        if (given.length() > LONGEST) {
            return Optional.empty();
        }
        return known.stream()
                .filter(name -> isClose(given, name))
                .min(Comparator.comparingInt(name -> edits(given, name)));
    }

    /**
     * The remedy for an unknown name, as the end of a sentence: the known name that was probably meant, if there is
     * one, and all of them.
     *
     * @param plural what the names are: {@code its fields}
     */
    public static String remedy(String given, Collection<String> known, String plural) {
        return remedy(of(given, known), "%s are %s.".formatted(plural, String.join(", ", known)));
    }

    /** The remedy for an unknown name: the one that was probably meant, and a sentence on what is possible. */
    public static String remedy(Optional<String> meant, String possible) {
        return meant.map(name -> "did you mean %s? %s%s"
                        .formatted(name, possible.substring(0, 1).toUpperCase(Locale.ROOT), possible.substring(1)))
                .orElse(possible);
    }

    private static boolean isClose(String given, String name) {
        var mostEdits = given.length() < LENGTH_FOR_MOST_EDITS ? MOST_EDITS - 1 : MOST_EDITS;
        return Math.abs(given.length() - name.length()) <= MOST_EDITS
                ? edits(given, name) <= mostEdits
                : given.length() >= SHORTEST_PART && name.contains(given);
    }

    /**
     * How many characters must be inserted, removed, replaced or exchanged with the next one (optimal string
     * alignment), regardless of case.
     */
    private static int edits(String given, String name) {
        var one = given.toLowerCase(Locale.ROOT);
        var other = name.toLowerCase(Locale.ROOT);
        var edits = new int[one.length() + 1][other.length() + 1];
        for (var i = 0; i <= one.length(); i++) {
            for (var j = 0; j <= other.length(); j++) {
                edits[i][j] = i == 0 || j == 0 ? i + j : lastEdit(edits, one, i, other, j);
            }
        }
        return edits[one.length()][other.length()];
    }

    private static int lastEdit(int[][] edits, String one, int i, String other, int j) {
        var replaced = edits[i - 1][j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        var fewest = Math.min(replaced, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
        var isExchanged =
                i > 1 && j > 1 && one.charAt(i - 1) == other.charAt(j - 2) && one.charAt(i - 2) == other.charAt(j - 1);
        return isExchanged ? Math.min(fewest, 1 + edits[i - 2][j - 2]) : fewest;
    }
}
