package dev.registrar.gateway.http.server;

import dev.registrar.gateway.http.request.HeadersSizeHandler;
import dev.registrar.gateway.tls.TlsOptions;
import dev.registrar.resource.settings.TimeLimits;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.Http2Settings;
import io.vertx.core.http.HttpServerOptions;
import java.util.concurrent.TimeUnit;

/** The options of the server: limits of requests, timeouts, and TLS. */
public final class ServerOptions {
    /** Enough for a filter with a hundred ids. */
    private static final int MAX_REQUEST_LINE = 8192;

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
                        .setMaxHeaderListSize(HeadersSizeHandler.MAX_BYTES_READ))
                .setIdleTimeout((int) limits.idle().toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
        return settings.usesTls()
                ? TlsOptions.addTo(options, vertx, settings.certificateFiles(), settings.tlsReloadInterval())
                : Future.succeededFuture(options);
    }
}
