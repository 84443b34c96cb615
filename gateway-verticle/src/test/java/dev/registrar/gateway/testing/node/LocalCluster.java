package dev.registrar.gateway.testing.node;

import static dev.registrar.gateway.testing.document.Documents.unique;

import com.hazelcast.core.HazelcastInstance;
import com.hazelcast.instance.impl.HazelcastInstanceProxy;
import dev.registrar.gateway.cluster.Cluster;
import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.Service;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.json.JsonObject;
import io.vertx.core.spi.cluster.RegistrationInfo;
import io.vertx.spi.cluster.hazelcast.HazelcastClusterManager;
import java.io.IOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A cluster whose nodes are in this JVM: each a Vert.x and a Hazelcast of its own, on a port of its own. */
public final class LocalCluster implements AutoCloseable {
    /** How long requests may take, which its nodes remember as long: longer than a test waits for anything. */
    public static final String REPLY_TIMEOUT = "80 s";

    private static final int MOST_NODES = 4;

    private final List<Integer> ports = freePorts();
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

    /** Ports below those that the operating system gives to clients, which could have one before its node listens. */
    private static List<Integer> freePorts() {
        return ThreadLocalRandom.current()
                .ints(20_000, 32_000)
                .filter(LocalCluster::isFree)
                .distinct()
                .limit(MOST_NODES)
                .boxed()
                .toList();
    }

    private static boolean isFree(int port) {
        try (var socket = new ServerSocket(port)) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    /** What its nodes have in common. */
    public JsonObject settings() {
        return settings.copy();
    }

    /** Starts another node, and awaits that the others know it. */
    public Vertx start() {
        var node = Await.success(join(new JsonObject()));
        Await.until(
                "the nodes know each other", () -> nodes.stream().allMatch(other -> sizeSeenBy(other) == nodes.size()));
        return node;
    }

    /** Starts a node with these settings in place of those of the others. */
    public Future<Vertx> join(JsonObject own) {
        var cluster = settings().put("port", ports.get(nodes.size())).mergeIn(own);
        var sections = new JsonObject()
                .put("cluster", cluster)
                .put(
                        "http",
                        new JsonObject().put("reply-timeout", REPLY_TIMEOUT).put("idle-timeout", "85 s"));
        return Cluster.join(Service.configuration("postgresql://unused").mergeIn(sections, true))
                .onSuccess(nodes::add);
    }

    /** How many nodes this one knows of, itself among them. */
    public static int sizeSeenBy(Vertx node) {
        return manager(node).getNodes().size();
    }

    /** Whether a node knows of nobody who consumes an address; a lost node's registrations go after the node itself. */
    public static boolean knowsNoConsumer(Vertx node, String address) {
        var registrations = Promise.<List<RegistrationInfo>>promise();
        manager(node).getRegistrations(address, registrations);
        return Await.success(registrations.future()).isEmpty();
    }

    public static String idOf(Vertx node) {
        return manager(node).getNodeId();
    }

    /** Lets a node be lost without a word to the others. What it works on goes on, as on a node that is cut off. */
    public static void lose(Vertx node) {
        hazelcast(node).getLifecycleService().terminate();
    }

    /** Splits two nodes: each gives the other up, until they look for each other again after some seconds. */
    public static void split(Vertx one, Vertx other) {
        giveUp(one, other);
        giveUp(other, one);
    }

    private static void giveUp(Vertx node, Vertx other) {
        var members =
                ((HazelcastInstanceProxy) hazelcast(node)).getOriginal().node.getClusterService();
        var lost = hazelcast(other).getCluster().getLocalMember();
        Optional.ofNullable(members.getMember(lost.getUuid()))
                .ifPresent(member -> members.suspectMember(member, "it is split off", true));
    }

    /** Where it listens for members. */
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
