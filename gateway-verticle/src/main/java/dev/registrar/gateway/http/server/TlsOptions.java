package dev.registrar.gateway.http.server;

import dev.registrar.gateway.tls.RenewedCertificate;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.util.List;
import java.util.Set;

/** The TLS options of the server, with HTTP/2 for clients that support it. */
final class TlsOptions {
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

    /** Fails with an {@link IllegalArgumentException} if the files do not contain a certificate and its private key. */
    static Future<HttpServerOptions> addTo(HttpServerOptions options, Vertx vertx, HttpSettings settings) {
        CIPHER_SUITES.forEach(options::addEnabledCipherSuite);
        return RenewedCertificate.load(vertx, settings.certificateFiles(), settings.tlsReloadInterval())
                .map(certificate -> options.setEnabledSecureTransportProtocols(PROTOCOLS)
                        .setSsl(true)
                        .setUseAlpn(true)
                        .setKeyCertOptions(certificate.options()));
    }
}
