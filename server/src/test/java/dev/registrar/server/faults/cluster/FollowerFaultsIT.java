package dev.registrar.server.faults.cluster;

import static dev.registrar.testing.Names.unique;
import static dev.registrar.testing.document.Documents.course;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.events.following.EventFollower;
import dev.registrar.events.following.PositionStore;
import dev.registrar.server.faults.cluster.node.ClusterNode;
import dev.registrar.server.testing.eventbus.RecordingHandler;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A follower in a JVM of its own, while the nodes that publish are frozen and killed. */
@Tag("faults")
@NeedsLoadBalancer
class FollowerFaultsIT {
    private static final int COURSES = 3;

    /** How far writers may be ahead of the follower. */
    private static final int AHEAD = 10;

    @AutoClose
    private static ThreeNodes nodes;

    private final RecordingHandler handler = new RecordingHandler();
    private volatile boolean isOver;

    @BeforeAll
    static void start() throws Exception {
        nodes = ThreeNodes.onLoopback();
    }

    @AfterEach
    void stop_writing() {
        isOver = true;
    }

    @Test
    void every_change_arrives_in_order_for_each_resource_while_publishers_are_frozen_and_killed() throws SQLException {
        var vertx = Await.success(nodes.join(9));
        var positions = PositionStore.inMemory();
        var follower = EventFollower.of("course").types("courses").start(vertx, positions, handler);
        Await.until(
                "the follower has a position",
                () -> Await.success(positions.load()).isPresent());
        var courses = Stream.generate(() -> nodes.clients()
                        .post("/v1/courses/", course(unique("FOL"), "0"))
                        .expectStatus(201)
                        .id())
                .limit(COURSES)
                .toList();
        var writers = courses.stream()
                .map(id -> CompletableFuture.supplyAsync(() -> rename(id)))
                .toList();

        hitThePublisher(courses, ClusterNode::freeze, ClusterNode::thaw);
        hitThePublisher(courses, ClusterNode::kill, node -> node.launch(ThreeNodes.JAR));
        isOver = true;

        for (var i = 0; i < COURSES; i++) {
            var names = IntStream.rangeClosed(0, writers.get(i).join())
                    .mapToObj(Integer::toString)
                    .toList();
            var id = courses.get(i);
            Await.until("all changes are handled", () -> handler.namesOf(id).size() >= names.size());
            assertThat(handler.namesOf(id)).isEqualTo(names);
        }
        assertThat(handler.starts()).isEqualTo(1);
        Await.success(follower.stop());
        Await.success(vertx.close());
    }

    /** Renames a course to 1, 2, 3 and so on, until the end; returns the last name. */
    private int rename(String course) {
        try (var session = nodes.session();
                var update = session.prepareStatement(
                        "UPDATE course.courses SET course_name = ? WHERE id = '%s'".formatted(course))) {
            var name = 0;
            while (!isOver) {
                update.setString(1, Integer.toString(++name));
                assertThat(update.executeUpdate()).isEqualTo(1);
                var handled = name - AHEAD;
                Await.until(
                        "the follower comes nearer",
                        () -> isOver || handler.namesOf(course).size() >= handled);
            }
            return name;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Causes a fault of one node after the other, until it was the one that published. */
    private void hitThePublisher(List<String> courses, Consumer<ClusterNode> fault, Consumer<ClusterNode> recovery)
            throws SQLException {
        for (var node : nodes.all()) {
            var publisher = publisher();
            fault.accept(node);
            awaitProgress(courses);
            var isHit = !publisher().equals(publisher);
            recovery.accept(node);
            if (isHit) {
                return;
            }
        }
        throw new AssertionError("No node has published");
    }

    /** Waits until the follower has handled changes that were made after this moment. */
    private void awaitProgress(List<String> courses) throws SQLException {
        for (var id : courses) {
            var name = query("SELECT course_name FROM course.courses WHERE id = '%s'".formatted(id));
            Await.until("the follower makes progress", () -> handler.namesOf(id).contains(name));
        }
    }

    private static String publisher() throws SQLException {
        return query("SELECT publisher FROM course.events_publisher");
    }

    private static String query(String sql) throws SQLException {
        try (var session = nodes.session()) {
            return Sql.read(session, sql).get(0);
        }
    }
}
