package dev.registrar.gateway.cluster;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;

/** What the event bus is told: where to listen, how soon a connection is given up, and whose messages to take. */
final class EventBusSettings {
    private static final int PING_MILLIS = 2_000;
    private static final int CONNECT_MILLIS = 2_000;

    private EventBusSettings() {}

    /**
     * Makes the options.
     *
     * @throws IllegalArgumentException naming the key, when a file of certificates cannot be read
     */
    static EventBusOptions of(ClusterSettings settings) {
        var options = new EventBusOptions()
                .setHost(settings.host())
                .setPort(settings.eventBusPort())
                .setConnectTimeout(CONNECT_MILLIS)
                .setClusterPingInterval(PING_MILLIS)
                .setClusterPingReplyInterval(PING_MILLIS);
        return settings.usesTls() ? encrypt(options, settings) : options;
    }

    /** Both sides of a connection show a certificate of the authority. */
    private static EventBusOptions encrypt(EventBusOptions options, ClusterSettings settings) {
        return options.setSsl(true)
                .setClientAuth(ClientAuth.REQUIRED)
                .setEnabledSecureTransportProtocols(Set.of("TLSv1.3", "TLSv1.2"))
                .setKeyCertOptions(new PemKeyCertOptions()
                        .setCertValue(read("tls-certificate", settings.tlsCertificate()))
                        .setKeyValue(read("tls-key", settings.tlsKey())))
                .setTrustOptions(new PemTrustOptions().addCertValue(read("tls-authority", settings.tlsAuthority())));
    }

    private static Buffer read(String key, String file) {
        try {
            return Buffer.buffer(Files.readAllBytes(Path.of(file)));
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException("cluster.%s: %s cannot be read".formatted(key, file), e);
        }
    }
}
