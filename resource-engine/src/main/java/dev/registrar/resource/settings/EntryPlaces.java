package dev.registrar.resource.settings;

import io.vertx.core.json.JsonObject;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The places of the entries of a list in the configuration, for errors. An entry that has a name is found by it, as in
 * {@code webhooks.endpoints[library]}; one without, or with that of another entry, by its position from 0, as in
 * {@code webhooks.endpoints[2]}.
 */
public final class EntryPlaces {
    /** No number, because it could be taken for a position. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z][\\w.$:-]{0,199}");

    private final String key;
    private final List<Optional<String>> names;

    public EntryPlaces(String key, List<?> entries) {
        this.key = key;
        names = entries.stream().map(EntryPlaces::nameOf).toList();
    }

    private static Optional<String> nameOf(Object entry) {
        var members = entry instanceof JsonObject object ? object.getMap() : entry;
        return members instanceof Map<?, ?> map
                        && map.get("name") instanceof String name
                        && NAME.matcher(name).matches()
                ? Optional.of(name)
                : Optional.empty();
    }

    /** The place of the entry at a position, from 0. */
    public String of(int position) {
        var name = names.get(position);
        return "%s[%s]".formatted(key, name.filter(unused -> isUnique(name)).orElse(Integer.toString(position)));
    }

    private boolean isUnique(Optional<String> name) {
        return Collections.frequency(names, name) == 1;
    }
}
