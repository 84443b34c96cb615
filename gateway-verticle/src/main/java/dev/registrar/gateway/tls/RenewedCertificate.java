package dev.registrar.gateway.tls;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A certificate and its private key that can be renewed without a restart. While the files do not contain a usable
 * pair, for example when only one of them has been renewed, the loaded pair stays in use.
 */
public final class RenewedCertificate {
    private static final Logger LOG = LoggerFactory.getLogger(RenewedCertificate.class);

    private final Vertx vertx;
    private final Duration interval;
    private final RenewableKeyManager keys;
    private CertificateAndKey inUse;
    private String lastFailure = "";

    private RenewedCertificate(Vertx vertx, Duration interval, CertificateAndKey first) {
        this.vertx = vertx;
        this.interval = interval;
        keys = new RenewableKeyManager(first.manager());
        inUse = first;
    }

    /**
     * Loads the files and periodically checks whether they have changed.
     *
     * @return fails with an {@link IllegalArgumentException} if the files do not contain a certificate and its private
     *     key
     */
    public static Future<RenewedCertificate> load(Vertx vertx, CertificateFiles files, Duration interval) {
        return vertx.executeBlocking(() -> CertificateAndKey.read(files), false)
                .map(first -> new RenewedCertificate(vertx, interval, first))
                .onSuccess(RenewedCertificate::reload);
    }

    /** Options that use the current pair for each handshake. */
    public KeyCertOptions options() {
        return KeyCertOptions.wrap(keys);
    }

    private void reload() {
        vertx.executeBlocking(inUse::readAgain, false)
                .compose(this::use)
                .onFailure(this::log)
                .onComplete(done -> vertx.setTimer(interval.toMillis(), timer -> reload()));
    }

    private Future<Void> use(CertificateAndKey found) {
        found.requireValidAt(Instant.now());
        if (found != inUse) {
            keys.use(found.manager());
            inUse = found;
            LOG.info("The renewed TLS certificate is now in use");
        }
        lastFailure = "";
        return Future.succeededFuture();
    }

    /** Logs a failure once, not at each check. */
    private void log(Throwable failure) {
        if (!lastFailure.equals(failure.getMessage())) {
            lastFailure = failure.getMessage();
            LOG.error("{}; the loaded TLS certificate stays in use", lastFailure);
        }
    }
}
