package dev.registrar.gateway.faults.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.gateway.testing.Await;
import dev.registrar.gateway.testing.document.Documents;
import dev.registrar.gateway.testing.eventbus.EventSubscriber;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What operators of three nodes do and see most often. {@link ClusterFaultsIT} has everything else. */
@NeedsLoadBalancer
class RollingRestartIT {
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final FaultTable TABLE = new FaultTable();

    @AutoClose
    private static ThreeNodes nodes;

    @BeforeAll
    static void three_nodes() throws Exception {
        nodes = ThreeNodes.onLoopback(ThreeNodes.JAR);
    }

    @AfterAll
    static void tell() {
        TABLE.publish(Path.of("target", "rolling-restart.txt"));
    }

    @Test
    void no_request_fails_while_one_node_after_the_other_is_stopped_and_started() throws SQLException {
        var trial = nodes.trial("rolling restart", 12, PAUSE, TABLE);
        for (var number = 1; number <= 3; number++) {
            nodes.node(number).stop();
            nodes.startAgain(number, ThreeNodes.JAR);
        }
        trial.expectNoFailure();
        trial.end();
    }

    @Test
    void verticles_of_other_nodes_hear_what_happens_through_each_node() {
        var others = List.of(nodes.join(4), nodes.join(5));
        var subscribers = others.stream().map(EventSubscriber::new).toList();
        for (var node : nodes.all()) {
            var course = node.client().post("/v1/courses/", Documents.course(Documents.unique("HEARD"), "Logic"));
            subscribers.forEach(subscriber -> assertThat(
                            subscriber.await("courses/" + course.id(), "dev.registrar.courses.created"))
                    .hasSize(1));
        }
        others.forEach(node -> Await.success(node.close()));
    }

    /** With all the faults, and not with each build: its time to be whole again depends on the machine. */
    @Test
    @Tag("faults")
    void a_node_that_is_killed_takes_nothing_with_it() throws SQLException {
        var trial = nodes.trial("kill -9 of a node", 50, PAUSE, TABLE);
        trial.happens(() -> nodes.node(2).kill());
        trial.goOnFor(Duration.ofSeconds(4));
        nodes.startAgain(2, ThreeNodes.JAR);
        trial.expectWholeWithin(Duration.ofSeconds(15));
        trial.end();
    }
}
