package dev.registrar.gateway.cluster;

import com.hazelcast.cluster.Address;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import com.hazelcast.instance.impl.Node;
import io.vertx.core.net.SocketAddress;
import java.net.UnknownHostException;

/**
 * Asks a member whether it belongs to the same cluster as this node, with Hazelcast's own message. A member with
 * another secret replies that it does not, and Hazelcast then adds it to its list of members that need not be asked
 * again.
 */
final class MembershipQuestion {
    private final Node node;
    private final Address member;

    MembershipQuestion(HazelcastInstance self, SocketAddress member) {
        node = ((HazelcastInstanceProxy) self).getOriginal().node;
        this.member = resolved(member);
    }

    /** The member has been connected to before, so its address can be resolved. */
    private static Address resolved(SocketAddress member) {
        try {
            return new Address(new Address(member.host(), member.port()).getInetAddress(), member.port());
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }

    void ask() {
        var unused = node.getClusterService().getClusterJoinManager().sendMasterQuestion(member);
    }

    boolean isDenied() {
        return node.getJoiner().isBlacklisted(member);
    }
}
