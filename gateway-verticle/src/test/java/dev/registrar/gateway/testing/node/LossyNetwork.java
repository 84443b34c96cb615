package dev.registrar.gateway.testing.node;

import dev.registrar.gateway.testing.Await;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.NetSocketInternal;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** What is between a service and its PostgreSQL. Packets may vanish in it: connections stay open, and nothing arrives. */
public final class LossyNetwork implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean losesNewConnections;

    /** The same database, reached through this network. */
    public String inFrontOf(String databaseUri) {
        var database = URI.create(databaseUri);
        var entrance = Await.success(vertx.createNetServer()
                .connectHandler(client -> connect(client.pause(), database))
                .listen(0, "127.0.0.1"));
        return databaseUri.replace(":" + database.getPort(), ":" + entrance.actualPort());
    }

    private void connect(NetSocket client, URI database) {
        var connected = vertx.createNetClient().connect(database.getPort(), database.getHost());
        connected.onFailure(away -> client.close());
        connected.onSuccess(server -> connections.add(new Connection(client, server)));
    }

    /** From now on, whatever is sent on the connections that there are is lost. */
    public void loseConnections() {
        connections.forEach(connection -> connection.silent = true);
    }

    /** From now on, nothing arrives on the connections that there are, not even that one side closes them. */
    public void cutConnections() {
        connections.forEach(Connection::cut);
    }

    /** From now on, whatever is sent on new connections is lost, or is not. */
    public void loseNewConnections(boolean lost) {
        losesNewConnections = lost;
    }

    /** How many of the connections on which everything is lost the service still keeps open. */
    public long silentConnections() {
        return connections.stream().filter(connection -> connection.silent).count();
    }

    private final class Connection {
        private final NetSocket client;
        private final NetSocket server;
        private volatile boolean silent = losesNewConnections;

        Connection(NetSocket client, NetSocket server) {
            this.client = client;
            this.server = server;
            forward(client, server);
            forward(server, client);
            client.resume();
        }

        /** A socket that is paused would still read that the other side closes it. */
        private void cut() {
            for (var socket : List.of(client, server)) {
                ((NetSocketInternal) socket)
                        .channelHandlerContext()
                        .channel()
                        .config()
                        .setAutoRead(false);
            }
        }

        private void forward(NetSocket sender, NetSocket receiver) {
            sender.exceptionHandler(reset -> {});
            sender.handler(sent -> {
                if (!silent) {
                    var unused = receiver.write(sent);
                }
            });
            sender.closeHandler(closed -> {
                connections.remove(this);
                if (!silent) {
                    var unused = receiver.close();
                }
            });
        }
    }

    @Override
    public void close() {
        Await.success(vertx.close());
    }
}
