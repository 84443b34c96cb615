package dev.registrar.gateway.testing.connection;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/** Settings of clients of the bridge. */
public final class BridgeClients {
    private BridgeClients() {}

    /** A client with a token and scopes that sees everybody's registrations. */
    public static JsonObject unbound(String name, String token, String... scopes) {
        return client(name, token, scopes).put("unbound", true);
    }

    /** A client with a token and scopes that sees the registrations of one person. */
    public static JsonObject boundTo(String uni, String name, String token, String... scopes) {
        return client(name, token, scopes).put("uni", uni);
    }

    private static JsonObject client(String name, String token, String... scopes) {
        return new JsonObject()
                .put("name", name)
                .put("token-sha256", sha256(token))
                .put("scopes", new JsonArray(List.of(scopes)));
    }

    /** The requests that a client may send: actions on one resource type. */
    public static JsonObject requests(String type, String... actions) {
        return new JsonObject().put(type, new JsonArray(List.of(actions)));
    }

    /** The section of the configuration with these clients. */
    public static JsonObject settings(JsonObject... clients) {
        return new JsonObject().put("clients", new JsonArray(List.of(clients)));
    }

    public static String sha256(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
