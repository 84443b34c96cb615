package dev.registrar.gateway.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.KeyCertOptions;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The certificate of the server, and its key. When both are renewed they are used without a restart. While the files do not
 * hold a pair that can be used, as between the renewal of the one and of the other, the pair that is loaded stays in use.
 */
final class TlsCertificate {
    private static final Logger LOG = LoggerFactory.getLogger(TlsCertificate.class);

    private static final Set<String> PROTOCOLS = Set.of("TLSv1.3", "TLSv1.2");

    /** Those of TLS 1.3, and those of TLS 1.2 with forward secrecy and authenticated encryption (RFC 9325, 4.2). */
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

    private final Vertx vertx;
    private final HttpSettings settings;
    private final RenewableKeyManager keys;
    private CertificateAndKey inUse;
    private String lastComplaint = "";

    private TlsCertificate(Vertx vertx, HttpSettings settings, CertificateAndKey first) {
        this.vertx = vertx;
        this.settings = settings;
        keys = new RenewableKeyManager(first.manager());
        inUse = first;
    }

    /** Fails with an {@link IllegalArgumentException} when the files do not hold a certificate and its key. */
    static Future<TlsCertificate> load(Vertx vertx, HttpSettings settings) {
        return CertificateAndKey.load(vertx, settings).map(loaded -> new TlsCertificate(vertx, settings, loaded));
    }

    /** Lets a server speak TLS, and HTTP/2 to clients that can, with the certificate that is in use at the time. */
    HttpServerOptions addTo(HttpServerOptions options) {
        look();
        CIPHER_SUITES.forEach(options::addEnabledCipherSuite);
        return options.setEnabledSecureTransportProtocols(PROTOCOLS)
                .setSsl(true)
                .setUseAlpn(true)
                .setKeyCertOptions(KeyCertOptions.wrap(keys));
    }

    /** Looks whether the files have changed, now and from time to time. */
    private void look() {
        inUse.loadAgain(vertx, settings)
                .compose(this::use)
                .onFailure(this::complain)
                .onComplete(
                        looked -> vertx.setTimer(settings.tlsReloadInterval().toMillis(), later -> look()));
    }

    private Future<Void> use(CertificateAndKey found) {
        found.requireValidAt(Instant.now());
        if (found != inUse) {
            keys.use(found.manager());
            inUse = found;
            LOG.info("The renewed TLS certificate is used from now on");
        }
        lastComplaint = "";
        return Future.succeededFuture();
    }

    /** Tells operators once, and not at each look. */
    private void complain(Throwable failure) {
        if (!lastComplaint.equals(failure.getMessage())) {
            lastComplaint = failure.getMessage();
            LOG.error("{}; the TLS certificate that is loaded stays in use", lastComplaint);
        }
    }
}
