package dev.registrar.cluster;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.cp.SemaphoreConfig;
import com.hazelcast.core.Hazelcast;
import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.logging.Logger;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.HexFormat;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;

/**
 * Starts the Hazelcast member: how it finds others, which name they must know, and when it gives one up. Nothing is
 * kept in the memory of the cluster but who its members are and which addresses of the event bus they consume.
 */
final class Membership {
    private static final String LOG_TYPE = "slf4j";
    private static final int CONNECT_SECONDS = 2;

    /** How long, and how often, the first node looks up the DNS name, as it finds no other node. */
    private static final int DNS_SECONDS = 2;

    private static final int MERGE_SECONDS = 5;
    private static final int SHUTDOWN_SECONDS = 10;

    private static final String NODE_ID = "__vertx.nodeId";
    private static final String KIND = "registrar.member";

    /** What a member is; of a member that is none of ours, nothing is known. */
    enum Kind {
        NODE,
        APPLICATION,
        /** An application that builds its Vert.x itself, and so does not reply to {@link EventBusReach}. */
        CLUSTER_MANAGER
    }

    private final ClusterSettings settings;
    private final Config config;

    private Membership(ClusterSettings settings) {
        this.settings = settings;
        // Thread names contain the instance name, which would contain the cluster name by default.
        config = new Config("%s:%s".formatted(settings.host(), settings.port()));
    }

    /** Starts a member. Blocks until it has joined others or found none. */
    static HazelcastInstance start(ClusterSettings settings, Optional<Handshake> handshake, Kind kind) {
        requireFree(settings);
        // What Hazelcast logs before it has read its configuration.
        var unused = Logger.newLoggerFactory(LOG_TYPE);
        var membership = new Membership(settings);
        membership.findMembers(membership.config.getNetworkConfig().getJoin());
        membership.restrictNetwork();
        membership.setTimeouts();
        membership.prepareForVertx();
        membership.config.getMemberAttributeConfig().setAttribute(KIND, kind.name());
        return handshake
                .map(ours -> GuardedMember.start(membership.config.setClusterName(joiningName(settings)), ours))
                .orElseGet(() -> Hazelcast.newHazelcastInstance(membership.config.setClusterName(settings.name())));
    }

    /** Hazelcast's own message names no key, and says of every address that its port is in use. */
    private static void requireFree(ClusterSettings settings) {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(settings.host(), settings.port()));
        } catch (IOException e) {
            throw new IllegalStateException(
                    "Cannot listen on %s:%s (%s); choose another cluster.host or cluster.port"
                            .formatted(settings.host(), settings.port(), e.getMessage()),
                    e);
        }
    }

    static boolean isNode(Member member) {
        return Kind.NODE.name().equals(member.getAttribute(KIND));
    }

    /** Whether it replies to {@link EventBusReach}. */
    static boolean replies(Member member) {
        return isNode(member) || Kind.APPLICATION.name().equals(member.getAttribute(KIND));
    }

    /** The id that Vert.x knows a member by. */
    static String idOf(Member member) {
        return String.valueOf(member.getAttribute(NODE_ID));
    }

    /** Runs what blocks. Not on the common pool, whose threads Hazelcast itself uses. */
    static <T> Future<T> onThread(String name, Callable<T> blocking) {
        var done = Promise.<T>promise();
        Runnable running = () -> {
            try {
                done.complete(blocking.call());
            } catch (Throwable e) {
                done.fail(e);
            }
        };
        new Thread(running, name).start();
        return done.future();
    }

    /** The name under which members with a handshake join; it cannot be derived without the secret. */
    private static String joiningName(ClusterSettings settings) {
        var secret = Handshake.bytes(settings.secret());
        return HexFormat.of().formatHex(Handshake.hmac(secret, Handshake.bytes("registrar " + settings.name())));
    }

    /** Switches off multicast, which would let in anyone who hears it, and all other discovery mechanisms. */
    private void findMembers(JoinConfig join) {
        join.getMulticastConfig().setEnabled(false);
        join.getAutoDetectionConfig().setEnabled(false);
        if (settings.usesDns()) {
            join.getKubernetesConfig()
                    .setEnabled(true)
                    .setProperty("service-dns", settings.membersDns())
                    .setProperty("service-port", Integer.toString(settings.port()))
                    .setProperty("service-dns-timeout", Integer.toString(DNS_SECONDS));
        } else {
            join.getTcpIpConfig()
                    .setEnabled(true)
                    .setMembers(settings.memberList())
                    .setConnectionTimeoutSeconds(CONNECT_SECONDS);
        }
    }

    /** One socket on one address, no phone-home, and no cluster name at the beginning of log lines. */
    private void restrictNetwork() {
        config.getNetworkConfig().setPort(settings.port()).setPortAutoIncrement(false);
        set("hazelcast.local.localAddress", settings.host());
        set("hazelcast.socket.bind.any", false);
        set("hazelcast.phone.home.enabled", false);
        set("hazelcast.jmx", false);
        set("hazelcast.logging.type", LOG_TYPE);
        set("hazelcast.logging.details.enabled", false);
        set("hazelcast.health.monitoring.level", "OFF");
        config.getMetricsConfig().setEnabled(false);
        config.getNetworkConfig().getRestApiConfig().setEnabled(false);
    }

    private void setTimeouts() {
        var silenceSeconds = (int) settings.silenceLimit().toSeconds();
        set("hazelcast.heartbeat.interval.seconds", 1);
        set("hazelcast.max.no.heartbeat.seconds", silenceSeconds);
        set("hazelcast.merge.first.run.delay.seconds", MERGE_SECONDS);
        set("hazelcast.merge.next.run.delay.seconds", MERGE_SECONDS);
        set("hazelcast.socket.connect.timeout.seconds", CONNECT_SECONDS);
        set("hazelcast.wait.seconds.before.join", settings.usesDns() ? DNS_SECONDS : 0);
        set("hazelcast.graceful.shutdown.max.wait", SHUTDOWN_SECONDS);
        set("hazelcast.shutdownhook.enabled", false);
        // A lock of a member that has ended without notice is free after this time; by default, after 5 minutes.
        config.getCPSubsystemConfig()
                .setSessionTimeToLiveSeconds(2 * silenceSeconds)
                .setSessionHeartbeatIntervalSeconds(1);
    }

    private void set(String property, Object value) {
        config.setProperty(property, value.toString());
    }

    /** What vertx-hazelcast does with its own default-cluster.xml and is not Hazelcast's default. */
    private void prepareForVertx() {
        config.getMemberAttributeConfig()
                .setAttribute(NODE_ID, UUID.randomUUID().toString());
        config.getCPSubsystemConfig().addSemaphoreConfig(new SemaphoreConfig("__vertx.*", false, 1));
    }
}
