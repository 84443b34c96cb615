package dev.registrar.server.faults.cluster;

import static java.util.stream.Collectors.joining;

import dev.registrar.server.faults.cluster.load.FollowingClient;
import dev.registrar.server.faults.cluster.load.Promises;
import dev.registrar.server.faults.cluster.load.SteadyLoad;
import dev.registrar.server.faults.cluster.load.SteadyLoad.KnownCourse;
import dev.registrar.server.faults.cluster.node.Administrator;
import dev.registrar.server.faults.cluster.node.ClusterNode;
import dev.registrar.server.faults.cluster.node.Host;
import dev.registrar.server.faults.cluster.node.LoadBalancer;
import dev.registrar.server.faults.cluster.node.PrivateNetwork;
import dev.registrar.server.faults.cluster.node.SharedDatabase;
import dev.registrar.server.node.Cluster;
import dev.registrar.server.testing.Service;
import dev.registrar.testing.Names;
import dev.registrar.testing.document.Documents;
import dev.registrar.testing.http.Client;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/** A cluster of three nodes with a load balancer in front of them and a PostgreSQL. */
final class ThreeNodes implements AutoCloseable {
    static final Path JAR =
            Path.of(System.getProperty("registrar.jar", "target/registrar.jar")).toAbsolutePath();
    static final Path CONFIGURATION = Path.of("..", "conf");

    private static final int READS_OF_EACH_NODE = 9;
    private static final int CONNECTIONS = 200;
    private static final String SECRET = "the nodes of this test";

    private final SharedDatabase database;
    private final List<Host> hosts;
    private final List<ClusterNode> nodes;
    private final LoadBalancer loadBalancer;
    private KnownCourse course;

    private ThreeNodes(Path directory, SharedDatabase database, String loadBalancerAddress, List<Host> hosts) {
        this.database = database;
        this.hosts = hosts;
        var environment = environment(database.uri(), hosts);
        nodes = hosts.stream()
                .map(host -> new ClusterNode(host, directory, environment))
                .toList();
        loadBalancer = LoadBalancer.start(loadBalancerAddress, hosts, directory.resolve("haproxy.log"));
    }

    /** Starts the nodes on random loopback addresses, which no other test uses. */
    static ThreeNodes onLoopback() throws IOException, SQLException {
        return onLoopback(JAR, CONFIGURATION);
    }

    /** Starts another release with the configuration files of a folder. */
    static ThreeNodes onLoopback(Path jar, Path configuration) throws IOException, SQLException {
        var random = ThreadLocalRandom.current();
        var network = "127.%s.%s.".formatted(random.nextInt(1, 255), random.nextInt(255));
        var hosts = IntStream.rangeClosed(1, 3)
                .mapToObj(number -> Host.local(network + number))
                .toList();
        return start(jar, configuration, "127.0.0.1", network + 254, hosts);
    }

    /** Starts the nodes on the hosts of a network, and PostgreSQL and the load balancer on this host. */
    static ThreeNodes on(PrivateNetwork network) throws IOException, SQLException {
        return start(
                JAR,
                CONFIGURATION,
                network.addressOfThisHost(),
                network.addressOfThisHost(),
                List.of(network.host(1), network.host(2), network.host(3)));
    }

    private static ThreeNodes start(
            Path jar, Path configuration, String databaseAddress, String loadBalancerAddress, List<Host> hosts)
            throws IOException, SQLException {
        var directory = Files.createDirectories(
                Path.of("target", "cluster-" + UUID.randomUUID()).toAbsolutePath());
        configureIn(directory, configuration);
        var database = SharedDatabase.start(databaseAddress, CONNECTIONS);
        var cluster = new ThreeNodes(directory, database, loadBalancerAddress, hosts);
        try {
            cluster.start(jar);
            return cluster;
        } catch (AssertionError | SQLException e) {
            cluster.close();
            throw e;
        }
    }

    private void start(Path jar) throws SQLException {
        nodes.forEach(node -> node.launch(jar));
        nodes.forEach(ClusterNode::awaitReady);
        IntStream.rangeClosed(1, nodes.size()).forEach(loadBalancer::awaitUp);
        try (var session = session()) {
            Promises.audit(session);
        }
        var identifier = Names.unique("CLUSTER");
        var created = clients().post("/v1/courses/", Documents.course(identifier, "Logic"));
        course = new KnownCourse(created.expectStatus(201).id(), identifier);
    }

    /** Returns the settings that all nodes share; the drain delay is as short as the load balancer allows. */
    private static Map<String, String> environment(String databaseUri, List<Host> hosts) {
        return Map.of(
                "REGISTRAR_DATABASE_URI",
                databaseUri,
                "REGISTRAR_CLUSTER_SECRET",
                SECRET,
                "REGISTRAR_CLUSTER_MEMBERS",
                addresses(hosts),
                "REGISTRAR_OPERATIONS_HEALTH",
                "true",
                "REGISTRAR_HTTP_DRAIN_DELAY",
                "3 s");
    }

    private static String addresses(List<Host> hosts) {
        return hosts.stream().map(Host::address).collect(joining(","));
    }

    /** Joins the cluster from another loopback address, as a node with foreign verticles does. */
    Future<Vertx> join(int number) {
        var cluster = new JsonObject()
                .put("secret", SECRET)
                .put("host", hosts.get(0).address().replaceFirst("\\d+$", Integer.toString(number)))
                .put("members", addresses(hosts));
        return Cluster.join(
                Service.configuration(database.uri()).mergeIn(new JsonObject().put("cluster", cluster), true),
                Map.of(),
                new VertxOptions());
    }

    /** Copies the configuration that a release is shipped with, with a different user and password. */
    private static void configureIn(Path directory, Path shipped) throws IOException {
        var folder = Files.createDirectories(directory.resolve("conf"));
        for (var file : List.of("registrar.yaml", "cluster.yaml", "logback.xml")) {
            Files.copy(shipped.resolve(file), folder.resolve(file));
        }
        Files.writeString(folder.resolve("users.properties"), Administrator.usersFile());
    }

    /** Returns a client of the load balancer. */
    Client clients() {
        return Administrator.client(loadBalancer.url());
    }

    /** Returns one of the nodes, from 1. */
    ClusterNode node(int number) {
        return nodes.get(number - 1);
    }

    List<ClusterNode> all() {
        return nodes;
    }

    SharedDatabase database() {
        return database;
    }

    Connection session() throws SQLException {
        return database.session();
    }

    /** Starts a node again and waits until the load balancer sends requests to it. */
    void startAgain(int number, Path jar) {
        node(number).launch(jar);
        node(number).awaitReady();
        loadBalancer.awaitUp(number);
    }

    /** Returns whether every node is ready and serves reads, whichever nodes process them. */
    boolean areAllServing() {
        var path = "/v1/courses/%s/".formatted(course.id());
        return nodes.stream()
                .allMatch(node ->
                        node.isReady() && IntStream.range(0, READS_OF_EACH_NODE).allMatch(read -> node.serves(path)));
    }

    /** Starts a load during which faults can be injected. */
    Trial trial(String name, int people, Duration pause) {
        return new Trial(name, this, SteadyLoad.begin(loadBalancer.url(), course, people, pause));
    }

    /** Starts a client of the load balancer that follows the events of a type from the oldest one on. */
    FollowingClient follow(String type) {
        return new FollowingClient(loadBalancer.url() + "/v1/events/?filter[type]=" + type);
    }

    @Override
    public void close() {
        loadBalancer.close();
        nodes.stream().filter(ClusterNode::isAlive).forEach(ClusterNode::kill);
        database.close();
    }
}
