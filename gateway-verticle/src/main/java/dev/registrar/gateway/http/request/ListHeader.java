package dev.registrar.gateway.http.request;

import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;

/** A header whose value is a list; several lines mean the same as one line (RFC 9110, 5.3). */
public final class ListHeader {
    private ListHeader() {}

    /** Returns the list of all lines; empty if the request does not have the header. */
    public static Optional<String> of(HttpServerRequest request, CharSequence name) {
        var lines = request.headers().getAll(name);
        return lines.isEmpty() ? Optional.empty() : Optional.of(String.join(",", lines));
    }
}
