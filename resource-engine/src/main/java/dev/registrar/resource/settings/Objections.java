package dev.registrar.resource.settings;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What has been found wrong with settings so far, so that operators learn of all of it at once, of each once. */
public final class Objections {
    private final Set<String> all = new LinkedHashSet<>();

    public void add(String objection) {
        all.add(objection);
    }

    /** Adds an objection unless a condition holds. */
    public void require(boolean condition, String otherwise) {
        if (!condition) {
            add(otherwise);
        }
    }

    /** Reads something, and adds what is wrong with it. */
    public void collect(Runnable reading) {
        try {
            reading.run();
        } catch (InvalidSettingsException e) {
            all.addAll(e.objections());
        } catch (IllegalArgumentException e) {
            add(e.getMessage());
        }
    }

    public List<String> all() {
        return List.copyOf(all);
    }

    /**
     * Ends the examination.
     *
     * @throws InvalidSettingsException with the objections, if there are any
     */
    public void throwIfAny() {
        if (!all.isEmpty()) {
            throw new InvalidSettingsException(all);
        }
    }
}
