package dev.registrar.resource.database;

import dev.registrar.resource.database.server.DatabaseSettings;
import dev.registrar.resource.settings.TimeLimits;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.shareddata.Shareable;
import java.util.function.Supplier;

/** Connections that the verticles of a node share; they close with its Vert.x. Thread-safe. */
final class SharedConnections implements Shareable {
    private final Future<PooledConnections> opened;

    private SharedConnections(Future<PooledConnections> opened) {
        this.opened = opened;
    }

    /** What verticles must agree on to share connections. */
    record Key(Purpose purpose, DatabaseSettings settings, TimeLimits limits) implements Shareable {}

    /** Returns the connections with this key; opens them, if no verticle of the node has done so. */
    static Future<PooledConnections> of(Vertx vertx, Key key, Supplier<Future<PooledConnections>> opening) {
        var pools = vertx.sharedData().<Key, SharedConnections>getLocalMap(SharedConnections.class.getName());
        var shared =
                pools.computeIfAbsent(key, first -> new SharedConnections(openForNode((VertxInternal) vertx, opening)));
        shared.opened.onFailure(failure -> pools.removeIfPresent(key, shared));
        return Future.fromCompletionStage(shared.opened.toCompletionStage(), vertx.getOrCreateContext());
    }

    /** Opens them outside the calling verticle, with which they would close. */
    private static Future<PooledConnections> openForNode(
            VertxInternal vertx, Supplier<Future<PooledConnections>> opening) {
        var opened = Promise.<PooledConnections>promise();
        vertx.createEventLoopContext().runOnContext(begun -> opening.get().onComplete(opened));
        return opened.future();
    }
}
