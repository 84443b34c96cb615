package dev.registrar.platform.settings;

import java.util.Collection;
import java.util.List;

/**
 * Thrown when settings are missing or wrong. Each error is a sentence for operators that names the key and contains no
 * secret.
 */
public final class InvalidSettingsException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final List<String> errors;

    InvalidSettingsException(Collection<String> errors) {
        super(String.join("; ", errors));
        this.errors = List.copyOf(errors);
    }

    public List<String> errors() {
        return errors;
    }
}
