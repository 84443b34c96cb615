package dev.registrar.gateway.bridge;

import dev.registrar.gateway.tls.TlsOptions;
import dev.registrar.resource.settings.Settings;
import dev.registrar.resource.settings.TimeLimits;
import io.vertx.core.AbstractVerticle;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Serves the event-bus contract over TCP, to the clients in the configuration. Without clients, it listens nowhere. */
public final class BridgeVerticle extends AbstractVerticle {
    private static final Logger LOG = LoggerFactory.getLogger(BridgeVerticle.class);

    private final String addressOfDecisions;
    private final List<String> sources;
    private BridgeSettings settings;
    private Bridge bridge;
    private NetServer server;
    private volatile int port;

    /**
     * Creates the bridge.
     *
     * @param addressOfDecisions the address that asks for decisions on enrollments
     * @param sources the sources of events, of which clients may have events replayed
     */
    public BridgeVerticle(String addressOfDecisions, List<String> sources) {
        this.addressOfDecisions = addressOfDecisions;
        this.sources = List.copyOf(sources);
    }

    /** The port on which the started server listens; 0 if it listens nowhere. */
    public int port() {
        return port;
    }

    @Override
    public void start(Promise<Void> started) {
        settings = Settings.read(config(), "bridge", BridgeSettings.class);
        if (!settings.isOn()) {
            started.complete();
            return;
        }
        bridge = new Bridge(vertx, settings, config(), addressOfDecisions, sources);
        bridge.events()
                .registered()
                .compose(registered -> options())
                .compose(this::listen)
                .onSuccess(listening -> port = listening.actualPort())
                .<Void>mapEmpty()
                .onComplete(started);
    }

    /** Completes when every request in progress has its reply. */
    @Override
    public void stop(Promise<Void> stopped) {
        if (server == null) {
            stopped.complete();
            return;
        }
        bridge.connections()
                .finish(server)
                .timeout(TimeLimits.in(config()).reply().toMillis(), TimeUnit.MILLISECONDS)
                .onFailure(late -> LOG.warn("Connections of the bridge are being closed before their last reply"))
                .otherwiseEmpty()
                .onComplete(stopped);
    }

    private Future<NetServerOptions> options() {
        var options = new NetServerOptions().setTcpKeepAlive(true);
        return settings.usesTls()
                ? TlsOptions.addTo(options, vertx, settings.certificateFiles(), settings.tlsReloadInterval())
                : Future.succeededFuture(options);
    }

    private Future<NetServer> listen(NetServerOptions options) {
        server = vertx.createNetServer(options).connectHandler(this::accept);
        return settings.address().listen(server);
    }

    /** The connection counts before its handshake, which its client may never finish. */
    private void accept(NetSocket socket) {
        var connection = new BridgeConnection(socket, bridge);
        bridge.connections().add(connection);
        if (settings.usesTls()) {
            socket.upgradeToSsl().onFailure(failed -> connection.close());
        }
        connection.open();
    }
}
