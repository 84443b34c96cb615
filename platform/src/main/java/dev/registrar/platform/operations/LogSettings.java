package dev.registrar.platform.operations;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * What is logged, and how.
 *
 * @param access whether there is a line for each response
 */
public record LogSettings(Format format, boolean access) {
    /** How the log is written. */
    public enum Format {
        /** Lines for people. */
        @JsonProperty("text")
        TEXT,
        /** One JSON object a line, with the names of the Elastic Common Schema. */
        @JsonProperty("json")
        JSON
    }
}
