package dev.registrar.registration.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.Pool;
import dev.registrar.registration.enrollment.EnrollmentQueue.Settled;
import dev.registrar.registration.enrollment.ModelledSeats.Step;
import dev.registrar.testing.Await;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/** Requests, moves, drops, permits and changes of limits in any order lead to the seats and lists of a model. */
class SeatsModelTest {
    private static final Vertx VERTX = Vertx.vertx();

    private static RegistrationTable table;
    private static EnrollmentQueue queue;

    @BeforeContainer
    static void a_table() throws Exception {
        table = RegistrationTable.create();
        var database = Await.success(Database.open(VERTX, table.settings(), table.limits(), Pool.BACKGROUND));
        queue = new EnrollmentQueue(database, Duration.ofMinutes(10));
        for (var course : ModelledSeats.COURSES) {
            table.execute("INSERT INTO course.courses VALUES ('%s')".formatted(course));
        }
    }

    @AfterContainer
    static void stop() throws SQLException {
        Await.success(VERTX.close());
        table.close();
    }

    @Provide
    static Arbitrary<List<Step>> steps() {
        var step = Combinators.combine(
                        Arbitraries.frequency(
                                Tuple.of(6, Step.Kind.REGISTER),
                                Tuple.of(8, Step.Kind.MOVE),
                                Tuple.of(2, Step.Kind.DROP),
                                Tuple.of(1, Step.Kind.REQUEST_AGAIN),
                                Tuple.of(1, Step.Kind.LIMIT),
                                Tuple.of(1, Step.Kind.UNLIMIT),
                                Tuple.of(2, Step.Kind.CLOSE),
                                Tuple.of(5, Step.Kind.PERMIT)),
                        Arbitraries.integers().between(0, ModelledSeats.PEOPLE - 1),
                        Arbitraries.integers().between(0, ModelledSeats.COURSES.size() - 1),
                        Arbitraries.of(0, 1, 1, 1, 2, 3))
                .as(Step::new);
        return step.list().ofMinSize(10).ofMaxSize(40);
    }

    @Property(tries = 100)
    void seats_and_lists_are_those_of_the_model(@ForAll("steps") List<Step> steps) throws SQLException {
        table.execute(
                "TRUNCATE registration.registrations, registration.enrollment_limits, registration.enrollment_permits, registration.released_lists");
        var model = new ModelledSeats();
        var limited = IntStream.range(0, ModelledSeats.COURSES.size())
                .mapToObj(course -> new Step(Step.Kind.LIMIT, 0, course, 1));
        for (var step : Stream.concat(limited, steps.stream()).toList()) {
            for (var sql : model.take(step)) {
                table.execute(sql);
            }
            decideAll();
            assertThat(table.rows(ModelledSeats.QUERY)).as(step.toString()).isEqualTo(model.rows());
            assertThat(table.rows("SELECT w::text FROM registration.wrong_seats w"))
                    .isEmpty();
        }
    }

    /** Lets a worker do everything that is due, which must have an end. */
    private static void decideAll() {
        for (var round = 0; round < 100; round++) {
            var claims = Await.success(queue.claimDue(100));
            Await.success(queue.settle(claims.stream()
                    .map(claim -> new Settled(claim, EnrollmentState.CONFIRMED, null))
                    .toList()));
            var asked = Await.success(queue.askWaiting());
            if (asked == 0 && claims.isEmpty()) {
                return;
            }
        }
        throw new AssertionError("Something is always due");
    }
}
