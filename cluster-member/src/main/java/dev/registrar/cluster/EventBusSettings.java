package dev.registrar.cluster;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.http.ClientAuth;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.PemTrustOptions;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Set;

/** Options of the event bus: the address to listen on, the timeouts of connections, and the accepted certificates. */
final class EventBusSettings {
    private static final int PING_MILLIS = 2_000;
    private static final int CONNECT_MILLIS = 2_000;

    private EventBusSettings() {}

    /**
     * Creates the options. Blocks.
     *
     * @throws IllegalArgumentException naming the key and the file if a certificate or private key cannot be used
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

    /** Both sides of a connection must present a certificate of the authority. */
    private static EventBusOptions encrypt(EventBusOptions options, ClusterSettings settings) {
        var pair = new PemKeyCertOptions()
                .addCertValue(certificates("tls-certificate", settings.tlsCertificate()))
                .addKeyValue(read("tls-key", settings.tlsKey()));
        try {
            // Needs no Vert.x, because the options contain values instead of files.
            var unused = pair.getKeyManagerFactory(null);
        } catch (Exception e) {
            throw wrong("tls-key", settings.tlsKey(), "cannot be used with cluster.tls-certificate", e);
        }
        return options.setSsl(true)
                .setClientAuth(ClientAuth.REQUIRED)
                .setEnabledSecureTransportProtocols(Set.of("TLSv1.3", "TLSv1.2"))
                .setKeyCertOptions(pair)
                .setTrustOptions(
                        new PemTrustOptions().addCertValue(certificates("tls-authority", settings.tlsAuthority())));
    }

    private static Buffer certificates(String key, String file) {
        var content = read(key, file);
        try {
            var found = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(content.getBytes()));
            if (found.isEmpty()) {
                throw new CertificateException("It is empty");
            }
            return content;
        } catch (CertificateException e) {
            throw wrong(key, file, "contains no certificate in PEM format", e);
        }
    }

    private static Buffer read(String key, String file) {
        try {
            return Buffer.buffer(Files.readAllBytes(Path.of(file)));
        } catch (IOException | InvalidPathException e) {
            throw wrong(key, file, "cannot be read", e);
        }
    }

    private static IllegalArgumentException wrong(String key, String file, String objection, Exception cause) {
        return new IllegalArgumentException("cluster.%s: %s %s".formatted(key, file, objection), cause);
    }
}
