package dev.registrar.gateway.testing.authentication;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.document.Documents;
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

/** An authorization server, as far as a resource server knows one: its discovery document, its keys and its tokens. */
public final class AuthorizationServer implements AutoCloseable {
    public static final String AUDIENCE = "https://courses.example.edu/api";

    private static final String CLIENT_ID = "catalogue backend";
    private static final String CLIENT_SECRET = "s3cret&more";

    /** RFC 6749, 2.3.1: both are form-encoded first. */
    private static final String INTROSPECTOR = "Basic "
            + Base64.getEncoder().encodeToString("catalogue+backend:s3cret%26more".getBytes(StandardCharsets.UTF_8));

    private final Vertx vertx;
    private final String issuerPath;
    private final int port;
    private final AtomicInteger keyFetches = new AtomicInteger();
    private final AtomicInteger discoveries = new AtomicInteger();
    private final AtomicInteger unanswered = new AtomicInteger();
    private final AtomicInteger mostUnanswered = new AtomicInteger();
    private final Map<String, JsonObject> opaqueTokens = new ConcurrentHashMap<>();
    private final Map<String, Integer> introspections = new ConcurrentHashMap<>();
    private HttpServer server;
    private volatile TokenSigner signer = new TokenSigner();
    private volatile Stall stall = Stall.NEVER;
    private volatile JsonObject mistakes = new JsonObject();

    /** When the server stops in the middle of an exchange, and leaves the connection open. */
    public enum Stall {
        NEVER,
        BEFORE_RESPONSE,
        WITHIN_RESPONSE,
        ON_UNKNOWN_TOKENS,
        ON_KEYS
    }

    /** Starts one on a free port. */
    public AuthorizationServer(Vertx vertx) {
        this(vertx, "");
    }

    /** Starts one on a free port, whose issuer identifier has this path. */
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
        var now = unanswered.incrementAndGet();
        mostUnanswered.accumulateAndGet(now, Math::max);
        request.connection().closeHandler(closed -> unanswered.decrementAndGet());
        if (stall == Stall.WITHIN_RESPONSE) {
            request.response().setChunked(true).write("{").onFailure(closed -> {});
        }
    }

    private void respondDiscovery(HttpServerRequest request) {
        discoveries.incrementAndGet();
        request.response().end(discovery().mergeIn(mistakes).encode());
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

    /** A token that says nothing; what it stands for is told to who asks with the right credentials. */
    public String opaqueToken(JsonObject claims) {
        var token = Documents.unique("opaque-");
        opaqueTokens.put(token, claims);
        return token;
    }

    public void revoke(String opaqueToken) {
        opaqueTokens.remove(opaqueToken);
    }

    public void stall(Stall from) {
        stall = from;
    }

    /** How often this server was asked about a token. */
    public int introspections(String token) {
        return introspections.getOrDefault(token, 0);
    }

    /** How many requests, not responded to or not in full, still have their connection. */
    public int unanswered() {
        return unanswered.get();
    }

    /** The most of these at a time. */
    public int mostUnanswered() {
        return mostUnanswered.get();
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

    /** From now on tokens are signed with another key, under another name. */
    public void rotateKeys() {
        signer = new TokenSigner();
    }

    public int keyFetches() {
        return keyFetches.get();
    }

    /** From now on the discovery document says this, and is right in all else. */
    public void discloseWrongly(String member, Object value) {
        mistakes = new JsonObject().put(member, value);
    }

    public void correctDiscovery() {
        mistakes = new JsonObject();
    }

    /** How often the discovery document was read. */
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

    /** The settings of a gateway that accepts this server's access tokens. */
    public JsonObject settings() {
        return new JsonObject().put("oauth2-issuer", issuer()).put("oauth2-audience", AUDIENCE);
    }

    /** The settings of a gateway that asks this server about each access token. */
    public JsonObject introspectionSettings() {
        return settings()
                .put("oauth2-introspection", true)
                .put("oauth2-client-id", CLIENT_ID)
                .put("oauth2-client-secret", CLIENT_SECRET);
    }

    /** Claims that are all right; a test changes what it is about. */
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

    public JsonObject header() {
        return signer.header();
    }

    public String token(JsonObject claims) {
        return signed(header(), claims);
    }

    /** A token with claims that no JSON library would write. */
    public String token(String claims) {
        return signer.signed(header(), claims);
    }

    public String signed(JsonObject header, JsonObject claims) {
        return signer.signed(header, claims.encode());
    }

    public String signedByEllipticKey(JsonObject claims) {
        return signer.signedByEllipticKey(claims);
    }

    /** A token of an elliptic key whose signature is encoded as certificates have them. */
    public String signedInDer(JsonObject claims) {
        return signer.signedInDer(claims);
    }

    /** A token that is signed by a key of 1024 bits. */
    public String signedByShortKey(JsonObject claims) {
        return signer.signedByShortKey(claims);
    }

    /** A token that somebody else signed, under the name of this server's key. */
    public String forged(JsonObject claims) {
        return signer.forged(claims);
    }

    /** A token that is signed with this server's public key, taken for a shared secret. */
    public String signedWithPublicKey(JsonObject claims) {
        return signer.signedWithPublicKey(claims);
    }

    /** A token that is signed with a secret which this server, by mistake, publishes with its keys. */
    public String signedWithPublishedSecret(JsonObject claims) {
        return signer.signedWithPublishedSecret(claims);
    }

    /** The first two parts of a token. */
    public static String content(JsonObject header, JsonObject claims) {
        return TokenSigner.content(header, claims.encode());
    }

    @Override
    public void close() {
        stop();
    }
}
