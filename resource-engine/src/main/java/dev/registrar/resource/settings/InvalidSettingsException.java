package dev.registrar.resource.settings;

import java.util.Collection;
import java.util.List;

/** Settings are missing or wrong. Each objection is a sentence for operators that names the key, without a secret. */
public final class InvalidSettingsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final List<String> objections;

    InvalidSettingsException(Collection<String> objections) {
        super(String.join("; ", objections));
        this.objections = List.copyOf(objections);
    }

    /** Everything that is wrong. */
    public List<String> objections() {
        return objections;
    }
}
