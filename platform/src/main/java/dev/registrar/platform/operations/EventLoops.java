package dev.registrar.platform.operations;

import io.netty.channel.EventLoopGroup;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import java.util.ArrayList;
import java.util.List;

/**
 * The event loops of a node.
 *
 * <p>Uses an internal class of Vert.x, until a public one gives access to all event loops.
 */
public final class EventLoops {
    private EventLoops() {}

    public static EventLoopGroup all(Vertx vertx) {
        return ((VertxInternal) vertx).getEventLoopGroup();
    }

    /** Completes when all have turned: one that does not turn serves nothing until the process is restarted. */
    public static Future<Void> turn(Vertx vertx) {
        List<Future<Void>> turns = new ArrayList<>();
        for (var eventLoop : all(vertx)) {
            var turned = Promise.<Void>promise();
            eventLoop.execute(turned::complete);
            turns.add(turned.future());
        }
        return Future.all(turns).mapEmpty();
    }
}
