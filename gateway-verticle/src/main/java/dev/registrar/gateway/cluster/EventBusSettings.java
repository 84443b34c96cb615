package dev.registrar.gateway.cluster;

import dev.registrar.gateway.tls.CertificateAndKey;
import dev.registrar.gateway.tls.TrustedAuthority;
import io.vertx.core.eventbus.EventBusOptions;
import io.vertx.core.http.ClientAuth;
import java.util.Set;

/** Options of the event bus: the address to listen on, the timeouts of connections, and the accepted certificates. */
final class EventBusSettings {
    private static final int PING_MILLIS = 2_000;
    private static final int CONNECT_MILLIS = 2_000;

    private EventBusSettings() {}

    /**
     * Creates the options.
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
        var pair = CertificateAndKey.read(settings.certificateFiles());
        var authority = TrustedAuthority.read(settings.authorityFile());
        authority.requireTrusts(pair);
        return options.setSsl(true)
                .setClientAuth(ClientAuth.REQUIRED)
                .setEnabledSecureTransportProtocols(Set.of("TLSv1.3", "TLSv1.2"))
                .setKeyCertOptions(pair.options())
                .setTrustOptions(authority.options());
    }
}
