package dev.registrar.gateway.http.server;

import static dev.registrar.resource.error.ErrorCode.MALFORMED_REQUEST;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.error.JsonApiError;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.net.HostAndPort;
import io.vertx.ext.web.RoutingContext;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The beginning of absolute links.
 *
 * @param configured the configured public URL; empty to use the address that the client used
 * @param proxies the proxies that report the address that the client used
 */
public record PublicUrl(Optional<String> configured, TrustedProxies proxies) {
    private static final Pattern AUTHORITY = Pattern.compile("(\\[[0-9A-Fa-f:.]{2,45}]|[\\w.~-]{1,255})(:\\d{1,5})?");
    private static final Map<String, String> DEFAULT_PORTS = Map.of("http", ":80", "https", ":443");

    public String seenBy(RoutingContext context) {
        return configured.orElseGet(() -> ofRequest(context));
    }

    private String ofRequest(RoutingContext context) {
        var request = context.request();
        var forwarded = ForwardedRequest.of(request, proxies);
        var scheme = forwarded.scheme().orElse(request.scheme()).toLowerCase(Locale.ROOT);
        var authority = forwarded
                .authority()
                .or(() -> Optional.ofNullable(request.authority()).map(HostAndPort::toString))
                .or(() -> addressFor(request));
        if (!DEFAULT_PORTS.containsKey(scheme)) {
            throw (forwarded.scheme().isPresent() ? forwardedError(TrustedProxies.PROTO) : hostError()).asException();
        }
        if (authority.filter(PublicUrl::isValid).isEmpty()) {
            throw (forwarded.authority().isPresent() ? forwardedAuthorityError(request) : hostError()).asException();
        }
        return scheme + "://" + withoutDefaultPort(scheme, authority.get());
    }

    private JsonApiError forwardedAuthorityError(HttpServerRequest request) {
        var isHostWrong = proxies.lastOf(TrustedProxies.HOST, request)
                .filter(host -> !isValid(host))
                .isPresent();
        return forwardedError(isHostWrong ? TrustedProxies.HOST : TrustedProxies.PORT);
    }

    private JsonApiError forwardedError(String separateHeader) {
        var name = proxies.sets(TrustedProxies.FORWARDED) ? TrustedProxies.FORWARDED : separateHeader;
        return MALFORMED_REQUEST.at(
                header(name),
                "A proxy has set this header, and it does not name the scheme (http or https), host or port of this service.");
    }

    /** The address that a request was sent to, for links in the response to a request that may lack a Host. */
    private static Optional<String> addressFor(HttpServerRequest request) {
        return lacksHost(request)
                ? Optional.empty()
                : Optional.of(request.localAddress())
                        .map(address -> HostAndPort.create(address.hostAddress(), address.port())
                                .toString());
    }

    /** Whether a request has no valid Host although it must: all but those of HTTP/1.0 (RFC 9112, 3.2). */
    public static boolean lacksHost(HttpServerRequest request) {
        var mayLackHost = request.version() == HttpVersion.HTTP_1_0 && request.getHeader(HttpHeaders.HOST) == null;
        return request.authority() == null && !mayLackHost;
    }

    public static JsonApiError hostError() {
        return MALFORMED_REQUEST.at(
                header("Host"),
                "The Host header must be the name of this service, such as example.edu or example.edu:8080.");
    }

    private static boolean isValid(String authority) {
        return AUTHORITY.matcher(authority).matches();
    }

    private static String withoutDefaultPort(String scheme, String authority) {
        var port = DEFAULT_PORTS.get(scheme);
        return authority.endsWith(port) ? authority.substring(0, authority.length() - port.length()) : authority;
    }
}
