package dev.registrar.testing.authentication;

import dev.registrar.testing.Names;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs valid and invalid access tokens and publishes its keys as a JWK Set (RFC 7517). */
public final class TokenSigner {
    private static final String SHARED_KEY_ID = "shared";
    private static final byte[] SHARED_SECRET = "a secret of thirty-two bytes !!!".getBytes(StandardCharsets.UTF_8);
    private static final KeyPair ELLIPTIC_KEYS = keyPair("EC", 384);
    private static final String ELLIPTIC_KEY_ID = "elliptic";
    private static final KeyPair SHORT_KEYS = keyPair("RSA", 1024);
    private static final String SHORT_KEY_ID = "short";

    /** Generated once, since that is slow. Signers alternate between them, so each has other keys than the previous one. */
    private static final List<KeyPair> RSA_KEYS =
            Stream.generate(() -> keyPair("RSA", 2048)).limit(2).toList();

    private static final AtomicInteger NUMBER_OF_SIGNERS = new AtomicInteger();

    private final int number = NUMBER_OF_SIGNERS.getAndIncrement();
    private final KeyPair keys = RSA_KEYS.get(number % RSA_KEYS.size());
    private final KeyPair otherKeys = RSA_KEYS.get((number + 1) % RSA_KEYS.size());
    private final String keyId = Names.unique("key-");
    private volatile JsonArray published = publicKeys();

    /** The keys of this signer, and keys that a resource server must ignore. */
    private JsonArray publicKeys() {
        var elliptic = (ECPublicKey) ELLIPTIC_KEYS.getPublic();
        return new JsonArray()
                .add(new JsonObject().put("kty", "OKP").put("crv", "Ed25519"))
                .add(new JsonObject().put("kty", "RSA").put("n", "!"))
                .add(rsaKey(keys, keyId).put("use", "enc").put("alg", "RSA-OAEP"))
                .add(rsaKey(keys, keyId).put("use", "sig").put("alg", "RS256"))
                .add(rsaKey(SHORT_KEYS, SHORT_KEY_ID))
                .add(new JsonObject()
                        .put("kty", "EC")
                        .put("crv", "P-384")
                        .put("kid", ELLIPTIC_KEY_ID)
                        .put("x", unsigned(elliptic.getW().getAffineX()))
                        .put("y", unsigned(elliptic.getW().getAffineY())))
                .add(new JsonObject()
                        .put("kty", "oct")
                        .put("alg", "HS256")
                        .put("kid", SHARED_KEY_ID)
                        .put("k", encode(SHARED_SECRET)));
    }

    /** Returns the JWK Set. */
    JsonObject keySet() {
        return new JsonObject().put("keys", published);
    }

    /** Returns another signer, whose JWK Set also has the keys of this one. */
    TokenSigner successor() {
        var successor = new TokenSigner();
        successor.published = successor.publicKeys().addAll(published);
        return successor;
    }

    /** Empties the JWK Set. */
    void withdrawKeys() {
        published = new JsonArray();
    }

    private static JsonObject rsaKey(KeyPair keys, String id) {
        var key = (RSAPublicKey) keys.getPublic();
        return new JsonObject()
                .put("kty", "RSA")
                .put("kid", id)
                .put("n", unsigned(key.getModulus()))
                .put("e", unsigned(key.getPublicExponent()));
    }

    public JsonObject header() {
        return new JsonObject().put("alg", "RS256").put("typ", "JWT").put("kid", keyId);
    }

    public String signed(JsonObject header, JsonObject claims) {
        return signed(header, claims.encode());
    }

    String signed(JsonObject header, String claims) {
        return signed(content(header, claims), "SHA256withRSA", keys.getPrivate());
    }

    public String signedByEllipticKey(JsonObject claims) {
        return signedByEllipticKey(claims, "SHA384withECDSAinP1363Format");
    }

    /** Returns a token signed by an elliptic-curve key, with the signature in DER instead of the JWS format. */
    public String signedInDer(JsonObject claims) {
        return signedByEllipticKey(claims, "SHA384withECDSA");
    }

    private String signedByEllipticKey(JsonObject claims, String algorithm) {
        return signed(
                content(header().put("alg", "ES384").put("kid", ELLIPTIC_KEY_ID), claims),
                algorithm,
                ELLIPTIC_KEYS.getPrivate());
    }

    /** Returns a token signed by an RSA key of 1024 bits. */
    public String signedByShortKey(JsonObject claims) {
        return signed(content(header().put("kid", SHORT_KEY_ID), claims), "SHA256withRSA", SHORT_KEYS.getPrivate());
    }

    /** Returns a token signed by another key, but with the id of this signer's key. */
    public String forged(JsonObject claims) {
        return signed(content(header(), claims), "SHA256withRSA", otherKeys.getPrivate());
    }

    /** Returns a token signed with the public key, used as an HMAC secret. */
    public String signedWithPublicKey(JsonObject claims) {
        return signedWithSecret(
                header().put("alg", "HS256"), claims, keys.getPublic().getEncoded());
    }

    /** Returns a token signed with an HMAC secret that is published among the keys by mistake. */
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

    /** Returns the first two parts of a token, without the signature. */
    public static String content(JsonObject header, JsonObject claims) {
        return content(header, claims.encode());
    }

    private static String content(JsonObject header, String claims) {
        return encode(header.encode().getBytes(StandardCharsets.UTF_8))
                + "."
                + encode(claims.getBytes(StandardCharsets.UTF_8));
    }

    private static String signed(String content, String algorithm, PrivateKey key) {
        try {
            var signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(content.getBytes(StandardCharsets.US_ASCII));
            return content + "." + encode(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new AssertionError(e);
        }
    }

    private static KeyPair keyPair(String algorithm, int size) {
        try {
            var generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(size);
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
}
