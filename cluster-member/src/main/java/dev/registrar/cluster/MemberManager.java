package dev.registrar.cluster;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.core.HazelcastInstanceNotActiveException;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.spi.cluster.NodeInfo;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Manages the cluster on a Hazelcast member that was started before, and shuts this member down when its Vert.x leaves.
 * Logs each member that joins or leaves in one line; Hazelcast would log all members in several lines each time.
 */
final class MemberManager extends HazelcastClusterManager {
    private static final Logger LOG = LoggerFactory.getLogger(MemberManager.class);

    private final HazelcastInstance member;

    MemberManager(HazelcastInstance member) {
        super(member);
        this.member = member;
    }

    /** How many members are nodes of the service. */
    long nodes() {
        return member.getCluster().getMembers().stream()
                .filter(Membership::isNode)
                .count();
    }

    /** The ids of the other members that reply to {@link EventBusReach}. */
    List<String> thatReply() {
        return member.getCluster().getMembers().stream()
                .filter(other -> !other.localMember() && Membership.replies(other))
                .map(Membership::idOf)
                .toList();
    }

    /** Returns the address at which a member gets messages. */
    Future<String> eventBusOf(String id) {
        return Future.<NodeInfo>future(info -> getNodeInfo(id, info))
                .map(known -> "%s:%s".formatted(known.host(), known.port()));
    }

    @Override
    public synchronized void memberAdded(MembershipEvent event) {
        log(event, "joined");
        super.memberAdded(event);
    }

    @Override
    public synchronized void memberRemoved(MembershipEvent event) {
        log(event, "left");
        super.memberRemoved(event);
    }

    private static void log(MembershipEvent event, String change) {
        var address = event.getMember().getAddress();
        LOG.info(
                "{}:{} has {} the cluster (nodes: {})",
                address.getHost(),
                address.getPort(),
                change,
                event.getMembers().stream().filter(Membership::isNode).count());
    }

    @Override
    public void leave(Promise<Void> left) {
        unregister()
                .eventually(() -> Membership.onThread("cluster-leave", () -> {
                    member.getLifecycleService().shutdown();
                    return null;
                }))
                .onComplete(left);
    }

    /** A member that has ended already, for example because it lost the others, has nothing to unregister. */
    private Future<Void> unregister() {
        return Future.<Void>future(super::leave)
                .recover(failure -> failure instanceof HazelcastInstanceNotActiveException
                        ? Future.succeededFuture()
                        : Future.failedFuture(failure));
    }
}
