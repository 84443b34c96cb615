package dev.registrar.gateway.http;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.net.SSLOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The certificate of the server and its key, PEM files. A renewed certificate is used without a restart. */
public final class TlsCertificate {
    private static final Logger LOG = LoggerFactory.getLogger(TlsCertificate.class);

    private final Vertx vertx;
    private final HttpSettings settings;
    private long lastModified;

    public TlsCertificate(Vertx vertx, HttpSettings settings) {
        this.vertx = vertx;
        this.settings = settings;
    }

    /** Lets the server speak TLS, and HTTP/2 to clients that can, if a certificate is configured. */
    public HttpServerOptions addTo(HttpServerOptions options) {
        return settings.usesTls() ? options.setSsl(true).setUseAlpn(true).setKeyCertOptions(pem()) : options;
    }

    /** Looks from time to time whether the certificate has been renewed. */
    public Future<HttpServer> watch(HttpServer server) {
        if (!settings.usesTls()) {
            return Future.succeededFuture(server);
        }
        return modified().map(at -> {
            lastModified = at;
            vertx.setPeriodic(settings.tlsReloadInterval().toMillis(), timer -> reload(server));
            return server;
        });
    }

    private void reload(HttpServer server) {
        modified()
                .compose(at -> at == lastModified
                        ? Future.succeededFuture(false)
                        : server.updateSSLOptions(new SSLOptions().setKeyCertOptions(pem()), true)
                                .onSuccess(updated -> lastModified = at))
                .onFailure(
                        failure -> LOG.error("The TLS certificate cannot be loaded; the present one stays", failure));
    }

    private Future<Long> modified() {
        return vertx.fileSystem().props(settings.tlsCertificate()).map(file -> file.lastModifiedTime());
    }

    private PemKeyCertOptions pem() {
        return new PemKeyCertOptions().setCertPath(settings.tlsCertificate()).setKeyPath(settings.tlsKey());
    }
}
