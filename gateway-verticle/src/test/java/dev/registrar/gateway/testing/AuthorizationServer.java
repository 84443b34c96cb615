package dev.registrar.gateway.testing;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** An authorization server, as far as a resource server knows one: its discovery document, its keys and its tokens. */
public final class AuthorizationServer implements AutoCloseable {
    public static final String AUDIENCE = "registrar";
    public static final String CLIENT_ID = "the registrar";
    public static final String CLIENT_SECRET = "s3cret&more";

    /** RFC 6749, 2.3.1: both are form-encoded first. */
    private static final String INTROSPECTOR = "Basic "
            + Base64.getEncoder().encodeToString("the+registrar:s3cret%26more".getBytes(StandardCharsets.UTF_8));

    private static final String SHARED_KEY_ID = "shared";
    private static final byte[] SHARED_SECRET = "a secret of thirty-two bytes !!!".getBytes(StandardCharsets.UTF_8);

    private final Vertx vertx;
    private final int port;
    private final AtomicInteger keyFetches = new AtomicInteger();
    private final Map<String, JsonObject> opaqueTokens = new ConcurrentHashMap<>();
    private HttpServer server;
    private volatile KeyPair keys;
    private volatile String keyId;
    private volatile boolean keysHang;

    /** Starts one on a free port. */
    public AuthorizationServer(Vertx vertx) {
        this.vertx = vertx;
        rotateKeys();
        server = Await.success(listen(0));
        port = server.actualPort();
    }

    private Future<HttpServer> listen(int onPort) {
        return vertx.createHttpServer().requestHandler(this::answer).listen(onPort, "127.0.0.1");
    }

    private void answer(HttpServerRequest request) {
        request.response().putHeader("Content-Type", "application/json");
        switch (request.path()) {
            case "/keys" -> answerKeys(request);
            case "/introspect" -> introspect(request);
            default -> request.response().end(discovery().encode());
        }
    }

    private void answerKeys(HttpServerRequest request) {
        if (!keysHang) {
            request.response().end(keySet().encode());
        }
    }

    private void introspect(HttpServerRequest request) {
        if (!INTROSPECTOR.equals(request.getHeader("Authorization"))) {
            request.response().setStatusCode(401).end();
            return;
        }
        request.setExpectMultipart(true).end().onSuccess(read -> {
            var claims = opaqueTokens.get(request.getFormAttribute("token"));
            var answer = claims == null ? new JsonObject() : claims.copy();
            request.response().end(answer.put("active", claims != null).encode());
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

    /** Whether requests for the keys get no answer. */
    public void letKeysHang(boolean hang) {
        keysHang = hang;
    }

    public String issuer() {
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
        keys = newKeys();
        keyId = Documents.unique("key-");
    }

    public int keyFetches() {
        return keyFetches.get();
    }

    private JsonObject discovery() {
        return new JsonObject()
                .put("issuer", issuer())
                .put("jwks_uri", issuer() + "/keys")
                .put("authorization_endpoint", issuer() + "/authorize")
                .put("token_endpoint", issuer() + "/token")
                .put("introspection_endpoint", issuer() + "/introspect");
    }

    private JsonObject keySet() {
        keyFetches.incrementAndGet();
        var key = (RSAPublicKey) keys.getPublic();
        return new JsonObject()
                .put(
                        "keys",
                        new JsonArray()
                                .add(new JsonObject()
                                        .put("kty", "RSA")
                                        .put("use", "sig")
                                        .put("alg", "RS256")
                                        .put("kid", keyId)
                                        .put("n", unsigned(key.getModulus()))
                                        .put("e", unsigned(key.getPublicExponent())))
                                .add(new JsonObject()
                                        .put("kty", "oct")
                                        .put("alg", "HS256")
                                        .put("kid", SHARED_KEY_ID)
                                        .put("k", encode(SHARED_SECRET))));
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
        return new JsonObject().put("alg", "RS256").put("typ", "JWT").put("kid", keyId);
    }

    public String token(JsonObject claims) {
        return signed(header(), claims, keys);
    }

    /** A token that somebody else signed, under the name of this server's key. */
    public String forged(JsonObject claims) {
        return signed(header(), claims, newKeys());
    }

    /** A token that is signed with this server's public key, taken for a shared secret. */
    public String signedWithPublicKey(JsonObject claims) {
        return signedWithSecret(
                header().put("alg", "HS256"), claims, keys.getPublic().getEncoded());
    }

    /** A token that is signed with a secret which this server, by mistake, publishes with its keys. */
    public String signedWithPublishedSecret(JsonObject claims) {
        return signedWithSecret(header().put("alg", "HS256").put("kid", SHARED_KEY_ID), claims, SHARED_SECRET);
    }

    private static String signedWithSecret(JsonObject header, JsonObject claims, byte[] secret) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            var content = content(header, claims);
            return content + "." + encode(mac.doFinal(content.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    public static String content(JsonObject header, JsonObject claims) {
        return encode(header.encode().getBytes(StandardCharsets.UTF_8))
                + "."
                + encode(claims.encode().getBytes(StandardCharsets.UTF_8));
    }

    public String signed(JsonObject header, JsonObject claims) {
        return signed(header, claims, keys);
    }

    private static String signed(JsonObject header, JsonObject claims, KeyPair keys) {
        try {
            var content = content(header, claims);
            var signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(keys.getPrivate());
            signature.update(content.getBytes(StandardCharsets.US_ASCII));
            return content + "." + encode(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static KeyPair newKeys() {
        try {
            var generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static String unsigned(BigInteger number) {
        var bytes = number.toByteArray();
        var start = bytes[0] == 0 ? 1 : 0;
        return encode(Arrays.copyOfRange(bytes, start, bytes.length));
    }

    private static String encode(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    @Override
    public void close() {
        stop();
    }
}
