package dev.registrar.gateway.http;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.header;

import io.vertx.ext.web.RoutingContext;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What absolute links begin with.
 *
 * @param configured where clients reach the service; empty to take the address that the client itself used
 */
record PublicUrl(Optional<String> configured) {
    private static final Pattern AUTHORITY = Pattern.compile("(\\[[0-9A-Fa-f:.]+]|[A-Za-z0-9._~-]+)(:\\d{1,5})?");

    String of(RoutingContext context) {
        return configured.orElseGet(() -> ofRequest(context));
    }

    private static String ofRequest(RoutingContext context) {
        var request = context.request();
        var authority = request.authority();
        if (authority == null || !AUTHORITY.matcher(authority.toString()).matches()) {
            throw MALFORMED_REQUEST
                    .at(header("Host"), "The Host header must name this service: example.edu or example.edu:8080.")
                    .asException();
        }
        return request.scheme() + "://" + authority;
    }
}
