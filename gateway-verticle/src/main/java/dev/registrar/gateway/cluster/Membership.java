package dev.registrar.gateway.cluster;

import com.hazelcast.cluster.Member;
import com.hazelcast.config.Config;
import com.hazelcast.config.JoinConfig;
import com.hazelcast.config.MapConfig;
import com.hazelcast.config.MergePolicyConfig;
import com.hazelcast.config.MultiMapConfig;
import com.hazelcast.config.MultiMapConfig.ValueCollectionType;
import com.hazelcast.config.cp.SemaphoreConfig;
import com.hazelcast.spi.merge.PutIfAbsentMergePolicy;
import java.util.Collection;
import java.util.UUID;

/** Configures Hazelcast: how to find members, which members to let in, and when to give a member up. */
final class Membership {
    /** One copy on another member for each entry: the data must be complete after a member is lost. */
    private static final int BACKUPS = 1;

    private static final int CONNECT_SECONDS = 2;

    /** How long, and how often, the first node looks up the DNS name, as it finds no other node. */
    private static final int DNS_SECONDS = 2;

    private static final int MERGE_SECONDS = 5;
    private static final int SHUTDOWN_SECONDS = 10;

    /** The attribute of the members that are nodes of the service; programs of others are members, too. */
    private static final String NODE = "registrar.node";

    private Membership() {}

    static Config of(ClusterSettings settings, boolean isNode) {
        var config = new Config(instanceName(settings)).setClusterName(settings.joiningName());
        config.getNetworkConfig().setPort(settings.port()).setPortAutoIncrement(false);
        config.getNetworkConfig()
                .getMemberAddressProviderConfig()
                .setEnabled(true)
                .setImplementation(new MemberAddress(settings.host(), settings.port()));
        findMembers(config.getNetworkConfig().getJoin(), settings);
        setTimeouts(config, settings);
        restrictNetwork(config);
        prepareForVertx(config);
        releaseLocks(config, settings);
        keepSessions(config);
        config.getMemberAttributeConfig().setAttribute(NODE, Boolean.toString(isNode));
        return config;
    }

    /** Returns how many of these members are nodes of the service. */
    static long nodes(Collection<Member> members) {
        return members.stream()
                .filter(member -> Boolean.parseBoolean(member.getAttribute(NODE)))
                .count();
    }

    /** Thread names contain the instance name, which would contain the cluster name by default. */
    private static String instanceName(ClusterSettings settings) {
        return "%s:%s".formatted(settings.host(), settings.port());
    }

    /** Switches off multicast, which would let in anyone who hears it, and all other discovery mechanisms. */
    private static void findMembers(JoinConfig join, ClusterSettings settings) {
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

    private static void setTimeouts(Config config, ClusterSettings settings) {
        set(config, "hazelcast.heartbeat.interval.seconds", 1);
        set(
                config,
                "hazelcast.max.no.heartbeat.seconds",
                settings.silenceLimit().toSeconds());
        set(config, "hazelcast.merge.first.run.delay.seconds", MERGE_SECONDS);
        set(config, "hazelcast.merge.next.run.delay.seconds", MERGE_SECONDS);
        set(config, "hazelcast.socket.connect.timeout.seconds", CONNECT_SECONDS);
        set(config, "hazelcast.wait.seconds.before.join", settings.usesDns() ? DNS_SECONDS : 0);
        set(config, "hazelcast.graceful.shutdown.max.wait", SHUTDOWN_SECONDS);
        set(config, "hazelcast.shutdownhook.enabled", false);
    }

    /** One socket on one address, no phone-home, and no cluster name at the beginning of log lines. */
    private static void restrictNetwork(Config config) {
        set(config, "hazelcast.socket.bind.any", false);
        set(config, "hazelcast.phone.home.enabled", false);
        set(config, "hazelcast.jmx", false);
        set(config, "hazelcast.logging.details.enabled", false);
        set(config, "hazelcast.health.monitoring.level", "OFF");
        config.getMetricsConfig().setEnabled(false);
        config.getNetworkConfig().getRestApiConfig().setEnabled(false);
    }

    private static void set(Config config, String property, Object value) {
        config.setProperty(property, value.toString());
    }

    /**
     * When the parts of a split cluster merge, the sessions of both are kept; gateways learn from PostgreSQL which have
     * ended.
     */
    private static void keepSessions(Config config) {
        config.addMapConfig(new MapConfig("registrar.*")
                .setBackupCount(BACKUPS)
                .setMergePolicyConfig(new MergePolicyConfig().setPolicy(PutIfAbsentMergePolicy.class.getName())));
    }

    /** A lock of a member that has ended without notice is free after this time; by default, after 5 minutes. */
    private static void releaseLocks(Config config, ClusterSettings settings) {
        config.getCPSubsystemConfig()
                .setSessionTimeToLiveSeconds(2 * (int) settings.silenceLimit().toSeconds())
                .setSessionHeartbeatIntervalSeconds(1);
    }

    /** The same as vertx-hazelcast does with its own default-cluster.xml. */
    private static void prepareForVertx(Config config) {
        config.getMemberAttributeConfig()
                .setAttribute("__vertx.nodeId", UUID.randomUUID().toString());
        config.addMultiMapConfig(new MultiMapConfig("__vertx.subs")
                        .setBackupCount(BACKUPS)
                        .setValueCollectionType(ValueCollectionType.SET))
                .addMapConfig(new MapConfig("__vertx.haInfo").setBackupCount(BACKUPS))
                .addMapConfig(new MapConfig("__vertx.nodeInfo").setBackupCount(BACKUPS));
        config.getCPSubsystemConfig().addSemaphoreConfig(new SemaphoreConfig("__vertx.*", false, 1));
    }
}
