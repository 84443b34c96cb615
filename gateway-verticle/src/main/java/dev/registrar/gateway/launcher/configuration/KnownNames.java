package dev.registrar.gateway.launcher.configuration;

import java.util.Collection;
import java.util.Comparator;

/** The names that there are, of which one may have been meant by whoever has mistyped it. */
record KnownNames(Collection<String> names) {

    /** The one that takes the fewest changes of a letter. */
    String nearestTo(String name) {
        return names.stream()
                .min(Comparator.comparingInt((String known) -> changes(known, name))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** How many letters have to be replaced, added or removed (the distance of Levenshtein). */
    private static int changes(String from, String to) {
        var above = new int[to.length() + 1];
        for (var column = 0; column <= to.length(); column++) {
            above[column] = column;
        }
        for (var row = 1; row <= from.length(); row++) {
            var current = new int[to.length() + 1];
            current[0] = row;
            for (var column = 1; column <= to.length(); column++) {
                var replaced = above[column - 1] + (from.charAt(row - 1) == to.charAt(column - 1) ? 0 : 1);
                current[column] = Math.min(replaced, Math.min(above[column], current[column - 1]) + 1);
            }
            above = current;
        }
        return above[to.length()];
    }
}
