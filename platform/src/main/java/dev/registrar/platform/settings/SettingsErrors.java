package dev.registrar.platform.settings;

import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Collects the errors found in settings, without duplicates, so that operators see all of them at once. */
public final class SettingsErrors {
    private final Set<String> all = new LinkedHashSet<>();

    public void add(String error) {
        all.add(error);
    }

    public void addAll(Collection<String> errors) {
        all.addAll(errors);
    }

    /** Adds an error unless the condition holds. */
    public void require(boolean condition, String error) {
        if (!condition) {
            add(error);
        }
    }

    /** Adds an error unless a time is longer than nothing. */
    public void requirePositive(String key, Duration time) {
        require(!time.isZero(), "%s must be at least 1 ms".formatted(key));
    }

    /** Adds an error unless a server can listen on this port; 0 stands for any free one. */
    public void requirePort(String key, int port) {
        require(port >= 0 && port <= 65_535, "%s must be from 0 to 65535".formatted(key));
    }

    /** Runs code that reads settings, and adds the errors that it throws. */
    public void collect(Runnable reading) {
        try {
            reading.run();
        } catch (InvalidSettingsException e) {
            addAll(e.errors());
        } catch (IllegalArgumentException e) {
            add(e.getMessage());
        }
    }

    /** Like {@link #collect}, for code whose result is not needed yet. */
    public void collectFrom(Supplier<?> reading) {
        collect(() -> {
            var unused = reading.get();
        });
    }

    public List<String> all() {
        return List.copyOf(all);
    }

    /** Throws an exception with all errors, if there are any. */
    public void throwIfAny() {
        if (!all.isEmpty()) {
            throw new InvalidSettingsException(all);
        }
    }
}
