package dev.registrar.gateway.authentication.session;

import static dev.registrar.resource.error.ErrorCode.CSRF_TOKEN_MISSING;
import static dev.registrar.resource.error.ErrorCode.CSRF_TOKEN_WRONG;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.bus.Caller;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * An open session.
 *
 * @param caller the caller to whom it belongs
 * @param until when it ends
 * @param token the access token that opened it, if one has: the session ends when the token becomes invalid
 */
public record OpenSession(SessionId id, Caller caller, Instant until, Optional<String> token) {
    private static final String IN_REQUEST = OpenSession.class.getName();

    private static final String ISSUER = "issuer";
    private static final String SUBJECT = "subject";
    private static final String NAME = "name";
    private static final String SCOPES = "scopes";
    private static final String UNI = "uni";
    private static final String TOKEN = "token";

    /** The value of its cookie. */
    public String cookie() {
        return id.value();
    }

    /** What a request that changes something must repeat in {@link Sessions#CSRF_HEADER}. */
    public String csrfToken() {
        return id.csrfToken();
    }

    /**
     * Checks that a request comes from a page that can read the cookie with the token.
     *
     * @throws dev.registrar.resource.error.JsonApiException {@code csrf_token_missing} or {@code csrf_token_wrong} if it
     *     does not repeat the token
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

    boolean isOver() {
        return !Instant.now().isBefore(until);
    }

    /** What is stored about it, which only the holder of its id can read. */
    Buffer encrypted() {
        var json = new JsonObject()
                .put(ISSUER, caller.issuer())
                .put(SUBJECT, caller.subject())
                .put(NAME, caller.name())
                .put(SCOPES, new JsonArray(caller.scopes().stream().sorted().toList()));
        caller.uni().ifPresent(uni -> json.put(UNI, uni));
        token.ifPresent(value -> json.put(TOKEN, value));
        return id.encrypt(json.toBuffer());
    }

    static OpenSession decrypt(SessionId id, Buffer encrypted, Instant until) {
        var json = id.decrypt(encrypted).toJsonObject();
        var caller = new Caller(
                json.getString(ISSUER),
                json.getString(SUBJECT),
                json.getString(NAME),
                json.getJsonArray(SCOPES).stream().map(String.class::cast).collect(Collectors.toUnmodifiableSet()),
                Optional.ofNullable(json.getString(UNI)));
        return new OpenSession(id, caller, until, Optional.ofNullable(json.getString(TOKEN)));
    }
}
