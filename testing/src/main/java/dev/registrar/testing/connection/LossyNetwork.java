package dev.registrar.testing.connection;

import dev.registrar.testing.Await;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelOption;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.impl.NetSocketInternal;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy between a service and another server, such as its PostgreSQL, that can delay data, drop it, so that connections stay open but nothing
 * arrives, or reset connections.
 */
public final class LossyNetwork implements AutoCloseable {
    private final Vertx vertx = Vertx.vertx();
    private final Set<Connection> connections = ConcurrentHashMap.newKeySet();
    private volatile Duration delay = Duration.ZERO;
    private volatile boolean losesNewConnections;
    private volatile boolean ignoresNewConnections;
    private volatile boolean resetsNewConnections;
    private final AtomicInteger ignored = new AtomicInteger();

    /** Returns a URI that reaches the same server through this network. */
    public String inFrontOf(String serverUri) {
        var server = URI.create(serverUri);
        var entrance = Await.success(vertx.createNetServer()
                .connectHandler(client -> connect(client.pause(), server))
                .listen(0, "127.0.0.1"));
        return serverUri.replace(":" + server.getPort(), ":" + entrance.actualPort());
    }

    private void connect(NetSocket client, URI uri) {
        if (ignoresNewConnections) {
            stopReading(client);
            ignored.incrementAndGet();
            return;
        }
        if (resetsNewConnections) {
            reset(client);
            return;
        }
        var connected = vertx.createNetClient().connect(uri.getPort(), uri.getHost());
        connected.onFailure(unreachable -> client.close());
        connected.onSuccess(server -> connections.add(new Connection(client, server)));
    }

    /** Delivers data after a delay, as over a long distance; a request and its response take twice the delay. */
    public void delay(Duration each) {
        delay = each;
    }

    /** Drops all data on the existing connections from now on. */
    public void loseConnections() {
        connections.forEach(connection -> connection.silent = true);
    }

    /** Stops forwarding anything on the existing connections, including that one side has closed them. */
    public void cutConnections() {
        connections.forEach(Connection::cut);
    }

    /** Resets the existing connections of the service. */
    public void resetConnections() {
        connections.forEach(connection -> reset(connection.client));
    }

    /** Sets whether all data on new connections is dropped. */
    public void loseNewConnections(boolean lost) {
        losesNewConnections = lost;
    }

    /** Sets whether new connections are accepted and then never read, as by a frozen server: not even their end is noticed. */
    public void ignoreNewConnections(boolean ignored) {
        ignoresNewConnections = ignored;
    }

    /** Sets whether new connections are accepted and then reset, as by a proxy whose server is gone. */
    public void resetNewConnections(boolean reset) {
        resetsNewConnections = reset;
    }

    /** Returns how many connections have been ignored. */
    public int ignoredConnections() {
        return ignored.get();
    }

    /** Returns how many connections that drop all data the service still keeps open. */
    public long silentConnections() {
        return connections.stream().filter(connection -> connection.silent).count();
    }

    /** Pausing the socket is not enough, since it would still notice that the other side closes it. */
    private static void stopReading(NetSocket socket) {
        configOf(socket).setAutoRead(false);
    }

    /** A socket that does not linger is closed with RST instead of FIN. */
    private static void reset(NetSocket socket) {
        configOf(socket).setOption(ChannelOption.SO_LINGER, 0);
        var unused = socket.close();
    }

    private static ChannelConfig configOf(NetSocket socket) {
        return ((NetSocketInternal) socket).channelHandlerContext().channel().config();
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

        private void cut() {
            stopReading(client);
            stopReading(server);
        }

        private void forward(NetSocket sender, NetSocket receiver) {
            sender.exceptionHandler(reset -> {});
            sender.handler(sent -> {
                if (!silent) {
                    deliver(sent, receiver);
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

    private void deliver(Buffer data, NetSocket receiver) {
        if (delay.isZero()) {
            var unused = receiver.write(data);
        } else {
            vertx.setTimer(delay.toMillis(), timer -> {
                var unused = receiver.write(data);
            });
        }
    }

    @Override
    public void close() {
        Await.success(vertx.close());
    }
}
