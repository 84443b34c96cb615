package dev.registrar.gateway.tls;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A certificate and its key, of which renewed ones are used without a restart. While the files do not contain a pair that can
 * be used, as between the renewal of the one and of the other, the pair that is loaded stays in use.
 */
public final class RenewedCertificate {
    private static final Logger LOG = LoggerFactory.getLogger(RenewedCertificate.class);

    private final Vertx vertx;
    private final Duration interval;
    private final RenewableKeyManager keys;
    private CertificateAndKey inUse;
    private String lastComplaint = "";

    private RenewedCertificate(Vertx vertx, Duration interval, CertificateAndKey first) {
        this.vertx = vertx;
        this.interval = interval;
        keys = new RenewableKeyManager(first.manager());
        inUse = first;
    }

    /**
     * Loads the files, and looks from time to time whether they have changed.
     *
     * @return fails with an {@link IllegalArgumentException} when the files do not contain a certificate and its key
     */
    public static Future<RenewedCertificate> load(Vertx vertx, CertificateFiles files, Duration interval) {
        return vertx.executeBlocking(() -> CertificateAndKey.read(files), false)
                .map(first -> new RenewedCertificate(vertx, interval, first))
                .onSuccess(RenewedCertificate::look);
    }

    /** The pair that is in use at the time of each handshake. */
    public KeyCertOptions options() {
        return KeyCertOptions.wrap(keys);
    }

    private void look() {
        vertx.executeBlocking(inUse::readAgain, false)
                .compose(this::use)
                .onFailure(this::complain)
                .onComplete(looked -> vertx.setTimer(interval.toMillis(), later -> look()));
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
