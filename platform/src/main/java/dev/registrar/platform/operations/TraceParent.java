package dev.registrar.platform.operations;

import io.vertx.core.MultiMap;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A span of a trace that may span several systems, as in the header {@code traceparent} of W3C Trace Context.
 *
 * @param traceId 32 hexadecimal digits
 * @param spanId 16 hexadecimal digits
 * @param flags 2 hexadecimal digits
 */
public record TraceParent(String traceId, String spanId, String flags) {
    /** The header of an HTTP request or a message, and the attribute of a CloudEvent. */
    public static final String NAME = "traceparent";

    /** Version 00; a span or a trace whose id is zero does not exist. */
    private static final Pattern SYNTAX =
            Pattern.compile("00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})");

    /**
     * Reads the header; empty if it is missing, repeated or malformed, because a trace is no reason to reject a
     * request.
     */
    public static Optional<TraceParent> in(MultiMap headers) {
        return headers.contains(NAME) && headers.getAll(NAME).size() == 1 ? of(headers.get(NAME)) : Optional.empty();
    }

    /** Reads a value that was stored; empty if it is null or malformed. */
    public static Optional<TraceParent> of(String text) {
        return Optional.ofNullable(text)
                .map(SYNTAX::matcher)
                .filter(Matcher::matches)
                .map(parts -> new TraceParent(parts.group(1), parts.group(2), parts.group(3)));
    }

    @Override
    public String toString() {
        return "00-" + traceId + "-" + spanId + "-" + flags;
    }
}
