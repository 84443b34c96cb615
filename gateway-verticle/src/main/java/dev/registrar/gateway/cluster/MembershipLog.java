package dev.registrar.gateway.cluster;

import com.hazelcast.cluster.MembershipEvent;
import com.hazelcast.cluster.MembershipListener;
import com.hazelcast.core.HazelcastInstance;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs each node that joins or leaves, in one line; Hazelcast would log all members in several lines each time. */
final class MembershipLog implements MembershipListener {
    private static final Logger LOG = LoggerFactory.getLogger(MembershipLog.class);

    private MembershipLog() {}

    static void start(HazelcastInstance member) {
        var unused = member.getCluster().addMembershipListener(new MembershipLog());
    }

    @Override
    public void memberAdded(MembershipEvent event) {
        log(event, "joined");
    }

    @Override
    public void memberRemoved(MembershipEvent event) {
        log(event, "left");
    }

    private static void log(MembershipEvent event, String change) {
        var address = event.getMember().getAddress();
        LOG.info(
                "{}:{} has {} the cluster (nodes: {})",
                address.getHost(),
                address.getPort(),
                change,
                Membership.nodes(event.getMembers()));
    }
}
