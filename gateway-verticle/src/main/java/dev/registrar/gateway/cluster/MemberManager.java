package dev.registrar.gateway.cluster;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.spi.cluster.NodeSelector;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;

/** Manages the cluster on a Hazelcast member that was started before, and shuts this member down when the node leaves. */
final class MemberManager extends HazelcastClusterManager {
    private final HazelcastInstance member;
    private Vertx vertx;

    MemberManager(HazelcastInstance member) {
        super(member);
        this.member = member;
    }

    @Override
    public void init(Vertx initialized, NodeSelector selector) {
        super.init(initialized, selector);
        vertx = initialized;
    }

    /** How many members are nodes of the service. */
    long nodes() {
        return Membership.nodes(member.getCluster().getMembers());
    }

    @Override
    public void leave(Promise<Void> left) {
        unregister()
                .eventually(() -> vertx.executeBlocking(
                        () -> {
                            member.getLifecycleService().shutdown();
                            return null;
                        },
                        false))
                .onComplete(left);
    }

    /** A member that has ended already, for example because it lost the others, has nothing to unregister. */
    private Future<Void> unregister() {
        var unregistered = Promise.<Void>promise();
        super.leave(unregistered);
        return unregistered
                .future()
                .recover(failure -> failure instanceof HazelcastInstanceNotActiveException
                        ? Future.succeededFuture()
                        : Future.failedFuture(failure));
    }
}
