package dev.registrar.gateway.launcher.configuration;

import java.util.Collection;
import java.util.Comparator;
import java.util.regex.Pattern;

/** Finds the known name that a mistyped name was probably meant to be. */
record KnownNames(Collection<String> names) {
    /** What other programs configure by keys of its own is part of the database's URI. */
    private static final Pattern PART_OF_URI =
            Pattern.compile("(?i)(.*database[._])(?:url|host|port|name|user|username|password)");

    /** Returns the name that needs the fewest changes of a letter, or the URI of the database for a part of it. */
    String nearestTo(String name) {
        var part = PART_OF_URI.matcher(name);
        return part.matches() ? nearestOf(part.group(1) + "uri") : nearestOf(name);
    }

    private String nearestOf(String name) {
        return names.stream()
                .min(Comparator.comparingInt((String known) -> changes(known, name))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** Returns how many letters must be replaced, added or removed (the Levenshtein distance). */
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
