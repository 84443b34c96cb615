package dev.registrar.gateway.log;

import com.fasterxml.jackson.annotation.JsonProperty;

/** How the log is written. */
public enum LogFormat {
    /** Lines for people. */
    @JsonProperty("text")
    TEXT,
    /** One JSON object a line, with the names of the Elastic Common Schema. */
    @JsonProperty("json")
    JSON
}
