package dev.registrar.gateway.http.server;

import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.platform.tls.RenewedCertificate;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.JdkSSLEngineOptions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The options of the server: limits of requests, timeouts, and TLS. */
public final class ServerOptions {
    /** Enough for a filter with a hundred ids. */
    private static final int MAX_REQUEST_LINE = 8192;

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

    /**
     * What Vert.x reads of the headers of a request over HTTP/2, in bytes. It resets the stream of a larger one, and
     * closes the connection if it is larger by a quarter. Most proxies accept less.
     */
    private static final long MAX_HEADERS_READ = 64L * 1024;

    private ServerOptions() {}

    /** Fails with a message for operators if the files of the TLS certificate cannot be used. */
    public static Future<HttpServerOptions> of(Vertx vertx, HttpSettings settings, TimeLimits limits) {
        var options = new HttpServerOptions()
                .setMaxInitialLineLength(MAX_REQUEST_LINE)
                .setHttp2ClearTextEnabled(false)
                // No WebSockets: their extensions would look at every request and response.
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setInitialSettings(new Http2Settings()
                        .setMaxConcurrentStreams(settings.maxConcurrentStreams())
                        .setMaxHeaderListSize(MAX_HEADERS_READ))
                .setIdleTimeout((int) limits.idle().toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        return settings.usesTls() ? addTls(options, vertx, settings) : Future.succeededFuture(options);
    }

    private static Future<HttpServerOptions> addTls(HttpServerOptions options, Vertx vertx, HttpSettings settings) {
        CIPHER_SUITES.forEach(options::addEnabledCipherSuite);
        // Many handshakes at once would keep an event loop from everything else.
        var engine = new JdkSSLEngineOptions().setUseWorkerThread(true);
        options.setSsl(true)
                .setUseAlpn(true)
                .setEnabledSecureTransportProtocols(PROTOCOLS)
                .setSslEngineOptions(engine);
        return RenewedCertificate.load(vertx, settings::certificate, settings.tlsReloadInterval())
                .map(certificate -> options.setKeyCertOptions(certificate.options()));
    }
}
