package dev.registrar.cluster;

import com.hazelcast.core.HazelcastInstance;
import dev.registrar.cluster.Peers.Kind;
import io.vertx.core.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks whether a member has been let into its cluster. Hazelcast silently lets a rejected one form its own cluster,
 * so an operator who mistypes the secret would have two clusters. All methods block.
 */
record Admission(HazelcastInstance member, Peers peers) {
    private static final Logger LOG = LoggerFactory.getLogger(Admission.class);
    private static final Duration LOOK_INTERVAL = Duration.ofMillis(100);

    /** Nodes that start at the same moment may each form a cluster and need up to this long to merge. */
    private static final Duration MERGE_TIMEOUT = Duration.ofSeconds(12);

    /** A node that is just starting or stopping may be silent for this long. */
    private static final Duration SILENCE_TIMEOUT = Duration.ofSeconds(6);

    /**
     * Waits until this member has been let in, if one of its peers is listening. Fails if it stays alone and needs
     * peers.
     */
    void await(boolean needsPeers) throws InterruptedException {
        if (isAlone()) {
            for (var peer : peers.addresses()) {
                awaitAdmissionBy(peer);
            }
        }
        if (needsPeers && isAlone()) {
            throw new IllegalStateException("no other node is running at %s".formatted(peers.search()));
        }
    }

    private boolean isAlone() {
        return member.getCluster().getMembers().size() <= 1;
    }

    private void awaitAdmissionBy(SocketAddress peer) throws InterruptedException {
        var end = System.nanoTime() + SILENCE_TIMEOUT.toNanos();
        var found = peers.probe(peer);
        while (isAlone() && (found.kind() == Kind.SILENT || found.kind() == Kind.REFUSED)) {
            if (found.kind() == Kind.REFUSED || System.nanoTime() - end > 0) {
                throw new IllegalStateException("%s does not let it in: %s".formatted(peer, found.reason()));
            }
            LOG.warn("Waiting for {}, which is listening but does not respond as a node of this cluster", peer);
            TimeUnit.MILLISECONDS.sleep(LOOK_INTERVAL.toMillis());
            found = peers.probe(peer);
        }
        if (found.kind() == Kind.MEMBER) {
            awaitMergeWith(peer);
        }
    }

    private void awaitMergeWith(SocketAddress peer) throws InterruptedException {
        var end = System.nanoTime() + MERGE_TIMEOUT.toNanos();
        while (isAlone()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(
                        "the node at %s does not let it in; both need the same cluster.name and the same way to find members"
                                .formatted(peer));
            }
            TimeUnit.MILLISECONDS.sleep(LOOK_INTERVAL.toMillis());
        }
    }
}
