package dev.registrar.server.faults.cluster;

import dev.registrar.testing.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * 300 people want the 30 seats of a course and the 50 places of its list, while some drop, seats are added, and nodes and the
 * database fail: never are there more seats than the capacity, the list keeps its order, and each acknowledged registration has an end.
 */
@Tag("faults")
@NeedsLoadBalancer
class SeatFaultsIT {
    private static final int PEOPLE = 300;
    private static final int SEATS = 30;
    private static final int PLACES = 50;
    private static final int CHANGES = 40;
    private static final Duration BETWEEN_CHANGES = Duration.ofMillis(250);

    @AutoClose
    private static ThreeNodes nodes;

    @BeforeAll
    static void three_nodes() throws Exception {
        nodes = ThreeNodes.onLoopback();
        try (var session = nodes.session()) {
            SeatWatch.start(session);
        }
    }

    /** What fails, and how it is repaired. */
    enum Fault {
        NODE_KILLED(Duration.ofSeconds(1)) {
            @Override
            void begin() {
                nodes.node(2).kill();
            }

            @Override
            void end() {
                nodes.startAgain(2, ThreeNodes.JAR);
            }
        },

        WORKER_FROZEN(Duration.ofSeconds(20)) {
            @Override
            void begin() {
                nodes.node(2).freeze();
            }

            @Override
            void end() {
                nodes.node(2).thaw();
            }
        },

        POSTGRESQL_KILLED(Duration.ofSeconds(5)) {
            @Override
            void begin() {
                nodes.database().crash();
            }

            @Override
            void end() {
                nodes.database().startAgain();
            }
        };

        private final Duration length;

        Fault(Duration length) {
            this.length = length;
        }

        abstract void begin();

        abstract void end();

        /** Fails, and works again after a time. */
        void happen() {
            begin();
            pass(length);
            end();
        }
    }

    @ParameterizedTest
    @EnumSource
    void seats_are_given_in_order_and_never_too_many_while_parts_fail(Fault fault) throws Exception {
        try (var crowd = new Crowd(nodes.clients(), PEOPLE, SEATS, PLACES)) {
            crowd.register(PEOPLE);
            crowd.awaitAnswers(SEATS);
            var changes = CompletableFuture.runAsync(() -> dropAndRaise(crowd));
            fault.happen();
            changes.join();
            try (var session = nodes.session()) {
                crowd.expectEnds(session);
                SeatWatch.expectKept(session);
            }
            System.out.printf("%s: %s%n", fault, crowd);
        }
    }

    private static void pass(Duration time) {
        var end = System.nanoTime() + time.toNanos();
        Await.until("%s has passed".formatted(time), () -> System.nanoTime() > end);
    }

    /** Each change has a seat for the first of the list. */
    private static void dropAndRaise(Crowd crowd) {
        for (var change = 1; change <= CHANGES; change++) {
            pass(BETWEEN_CHANGES);
            if (change % 4 == 0) {
                crowd.raise(SEATS + change / 4);
            } else {
                crowd.dropOne();
            }
        }
    }
}
