package dev.registrar.gateway.tls;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.JdkSSLEngineOptions;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** The TLS options of the server. */
public final class TlsOptions {
    private static final Set<String> PROTOCOLS = Set.of("TLSv1.3", "TLSv1.2");

    /**
     * The cipher suites of TLS 1.3, and those of TLS 1.2 with forward secrecy and authenticated encryption (RFC 9325,
     * 4.2).
     */
    private static final List<String> CIPHER_SUITES = List.of(
            "TLS_AES_128_GCM_SHA256",
            "TLS_AES_256_GCM_SHA384",
            "TLS_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");

    private TlsOptions() {}

    /**
     * Adds the options to those of the server.
     *
     * @param reloadInterval how often to check whether the certificate has been renewed
     * @return fails with an {@link IllegalArgumentException} if the files do not contain a certificate and its private key
     */
    public static Future<HttpServerOptions> addTo(
            HttpServerOptions options, Vertx vertx, CertificateFiles files, Duration reloadInterval) {
        CIPHER_SUITES.forEach(options::addEnabledCipherSuite);
        // Many handshakes at once would keep an event loop from everything else.
        var engine = new JdkSSLEngineOptions().setUseWorkerThread(true);
        options.setSsl(true)
                .setUseAlpn(true)
                .setEnabledSecureTransportProtocols(PROTOCOLS)
                .setSslEngineOptions(engine);
        return RenewedCertificate.load(vertx, files, reloadInterval)
                .map(certificate -> options.setKeyCertOptions(certificate.options()));
    }
}
