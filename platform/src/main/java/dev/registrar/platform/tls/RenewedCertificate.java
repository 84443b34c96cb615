package dev.registrar.platform.tls;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.net.KeyCertOptions;
import java.net.Socket;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedKeyManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A certificate and its private key that can be renewed without a restart. While the files do not contain a usable
 * pair, for example when only one of them has been renewed, the loaded pair stays in use.
 */
public final class RenewedCertificate {
    private static final Logger LOG = LoggerFactory.getLogger(RenewedCertificate.class);

    /** After this time, files that someone is writing are complete. */
    private static final Duration WRITING = Duration.ofSeconds(1);

    private final Vertx vertx;
    private final Duration interval;
    private volatile CertificateAndKey inUse;
    private boolean mayBeIncomplete;
    private String lastFailure = "";

    private RenewedCertificate(Vertx vertx, Duration interval, CertificateAndKey first) {
        this.vertx = vertx;
        this.interval = interval;
        inUse = first;
    }

    /**
     * Loads the files on a worker thread, and periodically checks whether they have changed. Fails if they do not
     * contain a certificate and its private key.
     */
    public static Future<RenewedCertificate> load(Vertx vertx, Callable<CertificateAndKey> reading, Duration interval) {
        return vertx.executeBlocking(reading, false)
                .map(first -> new RenewedCertificate(vertx, interval, first))
                .onSuccess(RenewedCertificate::reload);
    }

    /** Options that use the current pair for each handshake. */
    public KeyCertOptions options() {
        return KeyCertOptions.wrap(new RenewableKeyManager());
    }

    private void reload() {
        vertx.executeBlocking(inUse::readAgain, false)
                .compose(this::use)
                .onFailure(this::report)
                .onComplete(
                        done -> vertx.setTimer((mayBeIncomplete ? WRITING : interval).toMillis(), timer -> reload()));
    }

    private Future<Void> use(CertificateAndKey found) {
        found.requireValidAt(Instant.now());
        if (found != inUse) {
            inUse = found;
            LOG.info("The renewed TLS certificate is now in use");
        }
        mayBeIncomplete = false;
        lastFailure = "";
        return Future.succeededFuture();
    }

    /** Logs an error if the next attempt fails, too, and once, not at each check. */
    private void report(Throwable failure) {
        if (lastFailure.equals(failure.getMessage())) {
            return;
        }
        mayBeIncomplete = !mayBeIncomplete;
        if (mayBeIncomplete) {
            LOG.info("{}; reading the files again, because they may be incomplete", failure.getMessage());
        } else {
            lastFailure = failure.getMessage();
            LOG.error("{}; the loaded TLS certificate stays in use", lastFailure);
        }
    }

    /**
     * Uses the current certificate for each handshake. Vert.x can also replace a server's certificate, but drops the
     * connections that arrive while it does so.
     */
    private final class RenewableKeyManager extends X509ExtendedKeyManager {
        @Override
        public String chooseEngineServerAlias(String keyType, Principal[] issuers, SSLEngine engine) {
            return inUse.manager().chooseEngineServerAlias(keyType, issuers, engine);
        }

        @Override
        public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
            return inUse.manager().chooseServerAlias(keyType, issuers, socket);
        }

        @Override
        public String[] getServerAliases(String keyType, Principal[] issuers) {
            return inUse.manager().getServerAliases(keyType, issuers);
        }

        @Override
        public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
            return inUse.manager().chooseClientAlias(keyTypes, issuers, socket);
        }

        @Override
        public String[] getClientAliases(String keyType, Principal[] issuers) {
            return inUse.manager().getClientAliases(keyType, issuers);
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return inUse.manager().getCertificateChain(alias);
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return inUse.manager().getPrivateKey(alias);
        }
    }
}
