package dev.registrar.server.configuration;

import dev.registrar.resource.error.Misspelling;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Pattern;

/** Finds the known name that a mistyped name was probably meant to be. */
record KnownNames(Collection<String> names) {
    /** What other programs configure by keys of its own is part of the database's URI. */
    private static final Pattern PART_OF_URI =
            Pattern.compile("(?i)(.*database[._])(?:url|host|port|name|user|username|password)");

    /** Returns the similar name, or the URI of the database for a part of it; empty if no name is similar. */
    Optional<String> nearestTo(String name) {
        var part = PART_OF_URI.matcher(name);
        return Misspelling.of(part.matches() ? part.group(1) + "uri" : name, names);
    }
}
