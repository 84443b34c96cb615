package dev.registrar.gateway.testing.node;

import dev.registrar.gateway.testing.Await;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.NetSocketInternal;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A proxy between a service and its PostgreSQL that can drop data: connections stay open, but nothing arrives. */
public final class LossyNetwork implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private volatile boolean losesNewConnections;

    /** Returns a URI that reaches the same database through this network. */
    public String inFrontOf(String databaseUri) {
        var database = URI.create(databaseUri);
        var entrance = Await.success(vertx.createNetServer()
                .connectHandler(client -> connect(client.pause(), database))
                .listen(0, "127.0.0.1"));
        return databaseUri.replace(":" + database.getPort(), ":" + entrance.actualPort());
    }

    private void connect(NetSocket client, URI database) {
        var connected = vertx.createNetClient().connect(database.getPort(), database.getHost());
        connected.onFailure(unreachable -> client.close());
        connected.onSuccess(server -> connections.add(new Connection(client, server)));
    }

    /** Drops all data on the existing connections from now on. */
    public void loseConnections() {
        connections.forEach(connection -> connection.silent = true);
    }

    /** Stops forwarding anything on the existing connections, including that one side has closed them. */
    public void cutConnections() {
        connections.forEach(Connection::cut);
    }

    /** Sets whether all data on new connections is dropped. */
    public void loseNewConnections(boolean lost) {
        losesNewConnections = lost;
    }

    /** Returns how many connections that drop all data the service still keeps open. */
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

        /** Turns off reading; pausing the socket is not enough, since it would still notice that the other side closes it. */
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
