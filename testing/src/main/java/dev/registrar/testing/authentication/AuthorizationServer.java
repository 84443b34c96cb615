package dev.registrar.testing.authentication;

import dev.registrar.testing.Await;
import dev.registrar.testing.Names;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** The parts of an authorization server that a resource server uses: its discovery document, keys and tokens. */
public final class AuthorizationServer implements AutoCloseable {
    public static final String AUDIENCE = "https://courses.example.edu/api";

    private static final String CLIENT_ID = "catalogue backend";
    private static final String CLIENT_SECRET = "s3cret&more";

    /** The client id and secret are form-encoded first (RFC 6749, 2.3.1). */
    private static final String INTROSPECTOR = "Basic "
            + Base64.getEncoder().encodeToString("catalogue+backend:s3cret%26more".getBytes(StandardCharsets.UTF_8));

    private final Vertx vertx;
    private final String issuerPath;
    private final int port;
    private final AtomicInteger keyFetches = new AtomicInteger();
    private final AtomicInteger discoveries = new AtomicInteger();
    private final AtomicInteger pendingRequests = new AtomicInteger();
    private final AtomicInteger mostPendingRequests = new AtomicInteger();
    private final Map<String, JsonObject> opaqueTokens = new ConcurrentHashMap<>();
    private final Map<String, Integer> introspections = new ConcurrentHashMap<>();
    private HttpServer server;
    private volatile TokenSigner signer = new TokenSigner();
    private volatile Stall stall = Stall.NEVER;
    private volatile JsonObject discoveryErrors = new JsonObject();

    /** The point at which the server stops responding; the connection stays open. */
    public enum Stall {
        NEVER,
        BEFORE_RESPONSE,
        WITHIN_RESPONSE,
        ON_UNKNOWN_TOKENS,
        ON_KEYS
    }

    /** Starts an authorization server on a free port. */
    public AuthorizationServer(Vertx vertx) {
        this(vertx, "");
    }

    /** Starts an authorization server on a free port; its issuer identifier has this path. */
    public AuthorizationServer(Vertx vertx, String issuerPath) {
        this.vertx = vertx;
        this.issuerPath = issuerPath;
        server = Await.success(listen(0));
        port = server.actualPort();
    }

    private Future<HttpServer> listen(int onPort) {
        return vertx.createHttpServer().requestHandler(this::respond).listen(onPort, "127.0.0.1");
    }

    private void respond(HttpServerRequest request) {
        request.response().putHeader("Content-Type", "application/json");
        if (stall == Stall.BEFORE_RESPONSE || stall == Stall.WITHIN_RESPONSE) {
            stall(request);
            return;
        }
        switch (request.path()) {
            case "/keys" -> respondKeys(request);
            case "/introspect" -> introspect(request);
            case "/.well-known/openid-configuration" -> respondDiscovery(request);
            default -> request.response().setStatusCode(404).end();
        }
    }

    private void stall(HttpServerRequest request) {
        var pending = pendingRequests.incrementAndGet();
        mostPendingRequests.accumulateAndGet(pending, Math::max);
        request.connection().closeHandler(closed -> pendingRequests.decrementAndGet());
        if (stall == Stall.WITHIN_RESPONSE) {
            request.response().setChunked(true).write("{").onFailure(closed -> {});
        }
    }

    private void respondDiscovery(HttpServerRequest request) {
        discoveries.incrementAndGet();
        request.response().end(discovery().mergeIn(discoveryErrors).encode());
    }

    private void respondKeys(HttpServerRequest request) {
        keyFetches.incrementAndGet();
        if (stall == Stall.ON_KEYS) {
            stall(request);
            return;
        }
        request.response().end(signer.keySet().encode());
    }

    private void introspect(HttpServerRequest request) {
        if (!INTROSPECTOR.equals(request.getHeader("Authorization"))) {
            request.response().setStatusCode(401).end();
            return;
        }
        request.setExpectMultipart(true).end().onSuccess(read -> {
            var token = request.getFormAttribute("token");
            introspections.merge(token, 1, Integer::sum);
            var claims = opaqueTokens.get(token);
            if (claims == null && stall == Stall.ON_UNKNOWN_TOKENS) {
                stall(request);
                return;
            }
            var active = new JsonObject().put("active", claims != null);
            request.response()
                    .end(
                            claims == null
                                    ? active.encode()
                                    : active.mergeIn(claims).encode());
        });
    }

    /** Returns an opaque token. Introspection returns its claims to a client with the right credentials. */
    public String opaqueToken(JsonObject claims) {
        var token = Names.unique("opaque-");
        opaqueTokens.put(token, claims);
        return token;
    }

    public void revoke(String opaqueToken) {
        opaqueTokens.remove(opaqueToken);
    }

    public void stall(Stall from) {
        stall = from;
    }

    /** Returns how often this token was introspected. */
    public int introspections(String token) {
        return introspections.getOrDefault(token, 0);
    }

    /** Returns how many requests are still waiting for a complete response on an open connection. */
    public int pendingRequests() {
        return pendingRequests.get();
    }

    /** Returns the highest number of {@link #pendingRequests} so far. */
    public int mostPendingRequests() {
        return mostPendingRequests.get();
    }

    public String issuer() {
        return url() + issuerPath;
    }

    private String url() {
        return "http://127.0.0.1:" + port;
    }

    public void stop() {
        Await.success(server.close());
    }

    public void startAgain() {
        server = Await.success(listen(port));
    }

    /** Signs tokens with a new key that has a new key id, and no longer publishes the previous one. */
    public void rotateKeys() {
        signer = new TokenSigner();
    }

    /** Signs tokens with a new key that has a new key id, and still publishes the previous one. */
    public void addKey() {
        signer = signer.successor();
    }

    /** Publishes a key set without keys. */
    public void withdrawKeys() {
        signer.withdrawKeys();
    }

    public int keyFetches() {
        return keyFetches.get();
    }

    /** Replaces one member of the discovery document with a wrong value. */
    public void breakDiscovery(String member, Object value) {
        discoveryErrors = new JsonObject().put(member, value);
    }

    public void correctDiscovery() {
        discoveryErrors = new JsonObject();
    }

    /** Returns how often the discovery document was read. */
    public int discoveries() {
        return discoveries.get();
    }

    private JsonObject discovery() {
        return new JsonObject()
                .put("issuer", issuer())
                .put("jwks_uri", url() + "/keys")
                .put("authorization_endpoint", url() + "/authorize")
                .put("token_endpoint", url() + "/token")
                .put("introspection_endpoint", url() + "/introspect");
    }

    /** Returns the settings of a gateway that accepts this server's access tokens. */
    public JsonObject settings() {
        return new JsonObject().put("oauth2-issuer", issuer()).put("oauth2-audience", AUDIENCE);
    }

    /** Returns the settings of a gateway that introspects each access token at this server. */
    public JsonObject introspectionSettings() {
        return settings()
                .put("oauth2-introspection", true)
                .put("oauth2-client-id", CLIENT_ID)
                .put("oauth2-client-secret", CLIENT_SECRET);
    }

    /** Returns valid claims; a test changes those it is about. */
    public JsonObject claims(String scope) {
        var now = Instant.now().getEpochSecond();
        return new JsonObject()
                .put("iss", issuer())
                .put("aud", AUDIENCE)
                .put("sub", "alice")
                .put("iat", now)
                .put("exp", now + 300)
                .put("scope", scope);
    }

    public String token(JsonObject claims) {
        return token(claims.encode());
    }

    /** Returns a token with claims given as text, such as JSON that no library would write. */
    public String token(String claims) {
        return signer.signed(signer.header(), claims);
    }

    /** Returns a valid token with these scopes. */
    public String tokenWith(String scopes) {
        return token(claims(scopes));
    }

    /** Signs other tokens, by the keys that this server publishes and by others. */
    public TokenSigner signer() {
        return signer;
    }

    @Override
    public void close() {
        stop();
    }
}
