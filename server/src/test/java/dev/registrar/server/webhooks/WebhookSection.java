package dev.registrar.server.webhooks;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.dns.AddressResolverOptions;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.util.stream.Stream;

/** The section {@code webhooks} of tests: short times, and receivers on loopback addresses. */
public final class WebhookSection {
    public static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

    private WebhookSection() {}

    /** A Vert.x that finds this host at the loopback address. */
    public static Vertx vertxWithLocal(String host) {
        var hosts = Buffer.buffer("127.0.0.1 " + host);
        return Vertx.vertx(
                new VertxOptions().setAddressResolverOptions(new AddressResolverOptions().setHostsValue(hosts)));
    }

    /** An endpoint that may be on this machine. */
    public static JsonObject endpoint(String name, Receiver receiver) {
        return new JsonObject()
                .put("name", name)
                .put("url", receiver.url())
                .put("secrets", SECRET)
                .put("allow-private-addresses", true);
    }

    public static JsonObject of(JsonObject... endpoints) {
        return new JsonObject()
                .put("endpoints", new JsonArray(Stream.of(endpoints).toList()))
                .put("retry-delay", "40 ms")
                .put("retry-cap", "90 ms")
                .put("poll-interval", "25 ms")
                .put("lease", "700 ms");
    }

    /** The configuration of a service with these endpoints. */
    public static JsonObject sections(JsonObject... endpoints) {
        return new JsonObject()
                .put("webhooks", of(endpoints))
                .put("events", new JsonObject().put("poll-interval", "30 ms"));
    }
}
