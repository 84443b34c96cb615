package dev.registrar.gateway.http.server;

import dev.registrar.gateway.connection.ConnectionLimits;
import dev.registrar.platform.operations.ServerAddress;
import dev.registrar.platform.settings.SettingsErrors;
import dev.registrar.platform.settings.TimeLimits;
import dev.registrar.platform.tls.CertificateAndKey;
import dev.registrar.platform.tls.RenewedCertificate;
import dev.registrar.resource.bus.ResourceRequest;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.ext.web.RoutingContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * How the service is reached over HTTP.
 *
 * @param tlsCertificate a PEM file with the certificate and its chain; blank for plain HTTP
 * @param tlsKey a PEM file with the certificate's private key
 * @param tlsReloadInterval how often to check whether they have been renewed
 * @param publicUrl the beginning of absolute links; blank to use the address that the client used
 * @param trustedProxies IP addresses and networks, separated by commas
 * @param forwardedHeaders the headers that these proxies set, separated by commas
 * @param corsOrigins the origins whose pages may call the service, separated by commas; blank for no other origin
 * @param maxBodySize in bytes
 * @param maxConcurrentStreams on one HTTP/2 connection
 * @param maxPendingBytes what clients can make the service hold; 0 for a quarter of the memory of the JVM
 * @param maxInFlight concurrent requests of one resource type, for reads and for changes separately
 * @param maxFollowers open streams of events, and requests that wait for events
 * @param maxEventWait how long a request may wait for events
 */
public record HttpSettings(
        String host,
        int port,
        String tlsCertificate,
        String tlsKey,
        Duration tlsReloadInterval,
        String publicUrl,
        String trustedProxies,
        String forwardedHeaders,
        String corsOrigins,
        long maxBodySize,
        int maxConcurrentStreams,
        long maxPendingBytes,
        int maxInFlight,
        int maxFollowers,
        Duration maxEventWait) {
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

    public HttpSettings {
        var errors = new SettingsErrors();
        errors.require(ServerAddress.isHost(host), "http.host must be the name or the IP address of this machine");
        errors.requirePort("http.port", port);
        errors.requirePositive("http.tls-reload-interval", tlsReloadInterval);
        errors.require(maxBodySize >= 1, "http.max-body-size must be at least 1");
        errors.require(maxInFlight >= 1, "http.max-in-flight must be at least 1");
        errors.require(maxFollowers >= 1, "http.max-followers must be at least 1");
        errors.requirePositive("http.max-event-wait", maxEventWait);
        errors.require(maxConcurrentStreams >= 1, "http.max-concurrent-streams must be at least 1");
        errors.require(
                maxPendingBytes == 0 || maxPendingBytes >= maxBodySize,
                "http.max-pending-bytes must be 0 or at least http.max-body-size");
        errors.require(
                tlsCertificate.isBlank() == tlsKey.isBlank(),
                "http.tls-certificate and http.tls-key must both be set or both be blank");
        errors.require(
                publicUrl.isBlank() || ResourceRequest.isBaseUrl(publicUrl),
                "http.public-url must be an http or https URL without a trailing slash");
        errors.collectFrom(() -> TrustedProxies.of(trustedProxies, ""));
        errors.collectFrom(() -> TrustedProxies.of("", forwardedHeaders));
        errors.collectFrom(() -> AllowedOrigins.of(corsOrigins));
        errors.throwIfAny();
    }

    /**
     * The limits on what clients can make one server hold.
     *
     * @param servers how many share the memory of the JVM
     */
    public ConnectionLimits connectionLimits(Duration idle, int servers) {
        var bytes = maxPendingBytes == 0 ? ConnectionLimits.bytesOfProcess() : maxPendingBytes;
        return new ConnectionLimits(bytes / servers, maxConcurrentStreams, idle);
    }

    public ServerAddress address() {
        return new ServerAddress(host, port, "http.port");
    }

    /**
     * The URL on which the gateway listens.
     *
     * @param port the port that it has taken, also if it may take any
     */
    public String url(int port) {
        return "%s://%s".formatted(usesTls() ? "https" : "http", new ServerAddress(host, port, "http.port"));
    }

    /**
     * Reads the files of the certificate. Blocks.
     *
     * @return a description of the certificate in use
     * @throws IllegalArgumentException naming the setting and the file if one cannot be used
     */
    public String requireCertificate() {
        return usesTls() ? certificate() + " can be used" : "none: plain HTTP";
    }

    /**
     * The options of the server: limits of requests, timeouts, and TLS. Fails with a message for operators if the files
     * of the TLS certificate cannot be used.
     */
    public Future<HttpServerOptions> serverOptions(Vertx vertx, TimeLimits limits) {
        var options = new HttpServerOptions()
                .setMaxInitialLineLength(MAX_REQUEST_LINE)
                .setHttp2ClearTextEnabled(false)
                // No WebSockets: their extensions would look at every request and response.
                .setPerFrameWebSocketCompressionSupported(false)
                .setPerMessageWebSocketCompressionSupported(false)
                .setInitialSettings(new Http2Settings()
                        .setMaxConcurrentStreams(maxConcurrentStreams)
                        .setMaxHeaderListSize(MAX_HEADERS_READ))
                .setIdleTimeout((int) limits.idle().toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        return usesTls() ? addTls(options, vertx) : Future.succeededFuture(options);
    }

    private Future<HttpServerOptions> addTls(HttpServerOptions options, Vertx vertx) {
        CIPHER_SUITES.forEach(options::addEnabledCipherSuite);
        // Many handshakes at once would keep an event loop from everything else.
        var engine = new JdkSSLEngineOptions().setUseWorkerThread(true);
        options.setSsl(true)
                .setUseAlpn(true)
                .setEnabledSecureTransportProtocols(PROTOCOLS)
                .setSslEngineOptions(engine);
        return RenewedCertificate.load(vertx, this::certificate, tlsReloadInterval)
                .map(certificate -> options.setKeyCertOptions(certificate.options()));
    }

    private CertificateAndKey certificate() {
        return CertificateAndKey.read("http", tlsCertificate, tlsKey);
    }

    public boolean usesTls() {
        return !tlsCertificate.isBlank();
    }

    public PublicUrl publicUrlOfRequest() {
        return new PublicUrl(Optional.of(publicUrl).filter(url -> !url.isBlank()), proxies());
    }

    /** Returns the network that a request comes from, as reported by trusted proxies. It counts as one client. */
    public Function<RoutingContext, String> clientNetwork() {
        var address = clientAddress();
        return context -> TrustedProxies.networkOf(address.apply(context.request()));
    }

    /** Returns the IP address that a request comes from, as reported by trusted proxies. */
    public Function<HttpServerRequest, String> clientAddress() {
        var proxies = proxies();
        return request -> ForwardedRequest.of(request, proxies)
                .client()
                .orElseGet(() -> request.remoteAddress().hostAddress());
    }

    /** Returns whether a request comes from a trusted proxy, without any other between. */
    public Predicate<HttpServerRequest> isFromTrustedProxy() {
        var proxies = proxies();
        return request -> proxies.includes(request.remoteAddress().hostAddress());
    }

    public AllowedOrigins allowedOrigins() {
        return AllowedOrigins.of(corsOrigins);
    }

    private TrustedProxies proxies() {
        return TrustedProxies.of(trustedProxies, forwardedHeaders);
    }
}
