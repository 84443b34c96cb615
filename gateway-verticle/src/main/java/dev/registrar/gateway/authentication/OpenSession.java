package dev.registrar.gateway.authentication;

import static dev.registrar.resource.error.ErrorCode.CSRF_TOKEN_MISSING;
import static dev.registrar.resource.error.ErrorCode.CSRF_TOKEN_WRONG;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.gateway.http.exchange.Exchange.Authenticated;
import dev.registrar.resource.bus.Caller;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * An open session.
 *
 * @param authenticated the caller to whom it belongs, until it ends, and the access token that opened it, if one has:
 *     the session ends when the token becomes invalid
 */
public record OpenSession(SessionId id, Authenticated authenticated) {
    private static final String IN_REQUEST = OpenSession.class.getName();

    /** What is stored about a session, as JSON; {@code null} stands for what there is not. */
    private record Content(String issuer, String subject, String name, Set<String> scopes, String uni, String token) {}

    /** What a request that changes something must repeat in {@link Sessions#CSRF_HEADER}. */
    public String csrfToken() {
        return id.csrfToken();
    }

    /**
     * Checks that a request comes from a page that can read the cookie with the token.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code csrf_token_missing} or {@code csrf_token_wrong} if
     *     it does not repeat the token
     */
    public void requireProof(RoutingContext context) {
        var given = context.request().getHeader(Sessions.CSRF_HEADER);
        if (given == null) {
            throw CSRF_TOKEN_MISSING
                    .at(
                            header(Sessions.CSRF_HEADER),
                            "Send the CSRF token of the session in this header: the value of the cookie %s."
                                    .formatted(Sessions.CSRF_COOKIE))
                    .asException();
        }
        if (!SessionId.isSameSecret(given, csrfToken())) {
            throw CSRF_TOKEN_WRONG
                    .at(header(Sessions.CSRF_HEADER), "This page belongs to an earlier login; load it again.")
                    .asException();
        }
    }

    /** Stores the session in a request that it authenticates, for {@link #in}. */
    public void putIn(RoutingContext context) {
        context.put(IN_REQUEST, this);
    }

    /** Returns the session of a request that is authenticated by one. */
    public static OpenSession in(RoutingContext context) {
        return context.get(IN_REQUEST);
    }

    /** What is stored about it, which only the holder of its id can read. */
    Buffer encrypted() {
        var caller = authenticated.caller();
        return id.encrypt(JsonObject.mapFrom(new Content(
                        caller.issuer(),
                        caller.subject(),
                        caller.name(),
                        caller.scopes(),
                        caller.uni().orElse(null),
                        authenticated.token().orElse(null)))
                .toBuffer());
    }

    static OpenSession decrypt(SessionId id, Buffer encrypted, Instant until) {
        var content = id.decrypt(encrypted).toJsonObject().mapTo(Content.class);
        var caller = new Caller(
                content.issuer(),
                content.subject(),
                content.name(),
                content.scopes(),
                Optional.ofNullable(content.uni()));
        return new OpenSession(id, new Authenticated(caller, until, Optional.ofNullable(content.token())));
    }
}
