package dev.registrar.server.testing.node;

import static dev.registrar.testing.Names.unique;

import com.hazelcast.core.HazelcastInstance;
import dev.registrar.cluster.RegistrarCluster;
import dev.registrar.server.node.Cluster;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.FreePorts;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.json.JsonObject;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A cluster of nodes in this JVM; each node has its own Vert.x, Hazelcast and port. */
public final class LocalCluster implements AutoCloseable {
    /** The reply timeout of the nodes: longer than a test waits for anything. */
    public static final String REPLY_TIMEOUT = "80 s";

    private static final int MOST_NODES = 4;

    private final List<Integer> ports = FreePorts.next(MOST_NODES);
    private final List<Vertx> nodes = new ArrayList<>();
    private final JsonObject settings = new JsonObject()
            .put("name", unique("cluster-"))
            .put("secret", unique("the secret of a test: "))
            .put("host", "127.0.0.1")
            .put("event-bus-port", 0)
            .put("members", ports.stream().map(port -> "127.0.0.1:" + port).collect(Collectors.joining(", ")))
            .put("members-dns", "")
            .put("silence-limit", "4 s")
            .put("tls-certificate", "")
            .put("tls-key", "")
            .put("tls-authority", "");

    /** Returns the settings that all nodes share. */
    public JsonObject settings() {
        return settings.copy();
    }

    /** Returns the environment variables of a process that joins this cluster, on a port of its own. */
    public Map<String, String> variables() {
        return Map.of(
                "REGISTRAR_CLUSTER_NAME", settings.getString("name"),
                "REGISTRAR_CLUSTER_SECRET", settings.getString("secret"),
                "REGISTRAR_CLUSTER_MEMBERS", settings.getString("members"),
                "REGISTRAR_CLUSTER_SILENCE_LIMIT", settings.getString("silence-limit"),
                "REGISTRAR_CLUSTER_PORT", Integer.toString(FreePorts.next()));
    }

    /** Returns the settings of an application that joins this cluster, on a port of its own. */
    public JsonObject applicationSettings() {
        return settings().put("port", FreePorts.next());
    }

    /** Starts another node and waits until all nodes know each other. */
    public Vertx start() {
        return start(new JsonObject());
    }

    /** Like {@link #start()}; these settings, by section, override the shipped ones. */
    public Vertx start(JsonObject sections) {
        var node = Await.success(join(new JsonObject(), sections));
        Await.until(
                "the nodes know each other", () -> nodes.stream().allMatch(other -> sizeSeenBy(other) == nodes.size()));
        return node;
    }

    /** Starts so many nodes at the same time, as the first ones of the cluster. */
    public List<Vertx> startTogether(int count) {
        var joining = IntStream.range(0, count)
                .mapToObj(number -> join(number, new JsonObject(), new JsonObject()))
                .toList();
        Await.success(Future.all(joining));
        joining.forEach(joined -> nodes.add(joined.result()));
        return List.copyOf(nodes);
    }

    /** Starts another node; these settings override the shared ones. */
    public Future<Vertx> join(JsonObject own) {
        return join(own, new JsonObject());
    }

    private Future<Vertx> join(JsonObject own, JsonObject others) {
        return join(nodes.size(), own, others).onSuccess(nodes::add);
    }

    /** Joins as an application of others does, which is no node. */
    public Vertx joinAsProgram() {
        var program = Await.success(RegistrarCluster.join(applicationSettings(), new VertxOptions()));
        nodes.add(program);
        return program;
    }

    private Future<Vertx> join(int number, JsonObject own, JsonObject others) {
        return Cluster.join(configuration(number, own, others), Map.of(), new VertxOptions());
    }

    private JsonObject configuration(int number, JsonObject own, JsonObject others) {
        var cluster = settings().put("port", ports.get(number)).mergeIn(own);
        var sections = new JsonObject()
                .put("cluster", cluster)
                .put(
                        "http",
                        new JsonObject().put("reply-timeout", REPLY_TIMEOUT).put("idle-timeout", "85 s"));
        return Service.configuration("postgresql://unused")
                .mergeIn(sections, true)
                .mergeIn(others, true);
    }

    /** Returns how many nodes this node knows, including itself. */
    public static int sizeSeenBy(Vertx node) {
        return manager(node).getNodes().size();
    }

    /** Returns whether a node knows no consumer of an address. A lost node's consumers disappear after the node itself. */
    public static boolean knowsNoConsumer(Vertx node, String address) {
        var registrations = Promise.<List<RegistrationInfo>>promise();
        manager(node).getRegistrations(address, registrations);
        return Await.success(registrations.future()).isEmpty();
    }

    public void stop(Vertx node) {
        nodes.remove(node);
        Await.success(node.close());
    }

    /** Cuts a node off without notice to the others. What runs on it goes on running. */
    public static void lose(Vertx node) {
        hazelcast(node).getLifecycleService().terminate();
    }

    /** Returns the port on which a node listens for other members. */
    public static int portOf(Vertx node) {
        return hazelcast(node).getCluster().getLocalMember().getAddress().getPort();
    }

    private static HazelcastInstance hazelcast(Vertx node) {
        return manager(node).getHazelcastInstance();
    }

    private static HazelcastClusterManager manager(Vertx node) {
        return (HazelcastClusterManager) ((VertxInternal) node).getClusterManager();
    }

    @Override
    public void close() {
        IntStream.iterate(nodes.size() - 1, last -> last >= 0, last -> last - 1)
                .forEach(last -> Await.success(nodes.get(last).close()));
    }
}
