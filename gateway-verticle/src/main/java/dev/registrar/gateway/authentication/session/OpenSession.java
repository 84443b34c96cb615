package dev.registrar.gateway.authentication.session;

import static dev.registrar.resource.error.ErrorCode.CSRF_TOKEN_MISSING;
import static dev.registrar.resource.error.ErrorCode.CSRF_TOKEN_WRONG;
import static dev.registrar.resource.error.ErrorSource.header;

import dev.registrar.resource.bus.Caller;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.RoutingContext;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An open session.
 *
 * @param caller the caller to whom it belongs
 * @param csrfToken what a request that changes something must repeat in {@link Sessions#CSRF_HEADER}
 * @param opened when it was opened
 * @param until when it ends
 * @param key the Idempotency-Key of the request that opened it
 * @param token the access token that opened it, if one has: the session ends when the token becomes invalid
 */
public record OpenSession(
        SessionId id,
        Caller caller,
        String csrfToken,
        Instant opened,
        Instant until,
        Optional<String> key,
        Optional<String> token) {
    private static final String IN_REQUEST = OpenSession.class.getName();

    private static final String SECRET = "secret";
    private static final String ISSUER = "issuer";
    private static final String SUBJECT = "subject";
    private static final String NAME = "name";
    private static final String SCOPES = "scopes";
    private static final String UNI = "uni";
    private static final String CSRF_TOKEN = "csrf";
    private static final String OPENED = "opened";
    private static final String UNTIL = "until";
    private static final String KEY = "key";
    private static final String TOKEN = "token";

    /** The value of its cookie. */
    public String cookie() {
        return id.toString();
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
        if (!SessionId.isSameSecret(given, csrfToken)) {
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

    /** Whether the cookie is for this session: its secret is right, and the session is not over. */
    boolean isNamedBy(SessionId cookie) {
        return SessionId.isSameSecret(cookie.secret(), id.secret()) && !isOver();
    }

    /**
     * The same on every node, because it is compared before a session is removed from a slot that may by then hold
     * another one.
     */
    JsonObject toJson() {
        var json = new JsonObject()
                .put(SECRET, id.secret())
                .put(ISSUER, caller.issuer())
                .put(SUBJECT, caller.subject())
                .put(NAME, caller.name())
                .put(SCOPES, new JsonArray(caller.scopes().stream().sorted().toList()))
                .put(CSRF_TOKEN, csrfToken)
                .put(OPENED, opened.toEpochMilli())
                .put(UNTIL, until.toEpochMilli());
        caller.uni().ifPresent(uni -> json.put(UNI, uni));
        key.ifPresent(value -> json.put(KEY, value));
        token.ifPresent(value -> json.put(TOKEN, value));
        return json;
    }

    static OpenSession of(String slot, JsonObject json) {
        Set<String> scopes =
                json.getJsonArray(SCOPES).stream().map(String.class::cast).collect(Collectors.toUnmodifiableSet());
        return new OpenSession(
                new SessionId(slot, json.getString(SECRET)),
                new Caller(
                        json.getString(ISSUER),
                        json.getString(SUBJECT),
                        json.getString(NAME),
                        scopes,
                        Optional.ofNullable(json.getString(UNI))),
                json.getString(CSRF_TOKEN),
                Instant.ofEpochMilli(json.getLong(OPENED)),
                Instant.ofEpochMilli(json.getLong(UNTIL)),
                Optional.ofNullable(json.getString(KEY)),
                Optional.ofNullable(json.getString(TOKEN)));
    }
}
