package dev.registrar.resource.settings;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Reads settings that are a list in one text, separated by commas. */
public final class SettingsList {
    private SettingsList() {}

    /** The elements, without white space around them; empty ones are left out. */
    public static List<String> of(String text) {
        return Stream.of(text.split(",", -1))
                .map(String::strip)
                .filter(element -> !element.isEmpty())
                .toList();
    }

    /**
     * Reads each element of the list.
     *
     * @throws InvalidSettingsException with the errors of all elements
     */
    public static <T> List<T> read(String text, Function<String, T> reading) {
        var errors = new SettingsErrors();
        List<T> read = new ArrayList<>();
        of(text).forEach(element -> errors.collect(() -> read.add(reading.apply(element))));
        errors.throwIfAny();
        return List.copyOf(read);
    }
}
