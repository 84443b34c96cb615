package dev.registrar.gateway.http.proxy;

import dev.registrar.gateway.http.request.ListHeader;
import dev.registrar.resource.settings.Settings;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** The headers that the proxies set on every request. Any other header may have been sent by the client. */
public final class ForwardedHeaders {
    static final String FORWARDED = "Forwarded";
    static final String FOR = "X-Forwarded-For";
    static final String PROTO = "X-Forwarded-Proto";
    static final String HOST = "X-Forwarded-Host";
    static final String PORT = "X-Forwarded-Port";

    private static final List<String> KNOWN = List.of(FORWARDED, FOR, PROTO, HOST, PORT);

    private final Set<String> names;

    private ForwardedHeaders(Set<String> names) {
        this.names = names;
    }

    /**
     * Parses a list such as {@code X-Forwarded-For, X-Forwarded-Proto}.
     *
     * @throws IllegalArgumentException if it names another header, or headers of both kinds
     */
    public static ForwardedHeaders of(String list) {
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(Settings.elementsOf(list));
        if (names.stream().anyMatch(name -> KNOWN.stream().noneMatch(name::equalsIgnoreCase))) {
            throw new IllegalArgumentException("http.forwarded-headers: \"%s\" must contain only headers from %s"
                    .formatted(list, String.join(", ", KNOWN)));
        }
        if (names.contains(FORWARDED) && names.size() > 1) {
            throw new IllegalArgumentException(
                    "http.forwarded-headers must name Forwarded or headers that begin with X-Forwarded-, not both kinds");
        }
        return new ForwardedHeaders(names);
    }

    boolean includes(String name) {
        return names.contains(name);
    }

    /** Returns all lines of a header joined into one; blank if there are none or if the proxies do not set it. */
    String valueOf(String name, HttpServerRequest request) {
        return includes(name) ? ListHeader.of(request, name).orElse("") : "";
    }
}
