package dev.registrar.registration.enrollment;

import static dev.registrar.registration.enrollment.RegistrationTable.COURSE;
import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.Pool;
import dev.registrar.platform.database.Statement;
import dev.registrar.registration.enrollment.EnrollmentQueue.Ended;
import dev.registrar.registration.enrollment.EnrollmentQueue.Settled;
import dev.registrar.testing.Await;
import io.vertx.core.Vertx;
import io.vertx.junit5.VertxExtension;
import io.vertx.sqlclient.Tuple;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A permit that is given while the enrollment of its person is being stored is not missed. */
@ExtendWith(VertxExtension.class)
class ConcurrentPermitTest {
    private static final String PERMIT = """
            INSERT INTO registration.enrollment_permits (uni, reason, beyond_capacity, course_id)
            SELECT uni, 'reason', true, course_id FROM registration.registrations""";

    @AutoClose
    private static RegistrationTable table;

    private Database database;
    private EnrollmentQueue queue;
    private Claim claim;

    @BeforeAll
    static void a_table() throws Exception {
        table = RegistrationTable.create();
    }

    @BeforeEach
    void a_claimed_registration_for_a_full_course(Vertx vertx) throws SQLException {
        table.execute(
                "TRUNCATE registration.registrations, registration.enrollment_limits, registration.enrollment_permits");
        table.execute(
                "INSERT INTO registration.enrollment_limits (course_id, capacity) VALUES ('%s', 0)".formatted(COURSE));
        database = Await.success(Database.open(vertx, table.settings(), table.limits(), Pool.BACKGROUND));
        queue = new EnrollmentQueue(database, Duration.ofMinutes(10));
        table.addPending(1);
        claim = Await.success(queue.claimDue(1)).get(0);
    }

    private Ended confirm() {
        var ended = Await.success(queue.settle(List.of(new Settled(claim, EnrollmentState.CONFIRMED, null))));
        return ended.get(claim.registration());
    }

    @Test
    void the_decision_is_stored_again_if_the_permit_was_first() throws SQLException {
        table.execute("BEGIN");
        table.execute(PERMIT);
        assertThat(confirm().isBusy()).isTrue();
        table.execute("COMMIT");
        assertThat(confirm().result()).isEqualTo("confirmed");
    }

    /** The transaction of the permit waits for the one that puts its person on the list. */
    @Test
    void the_person_is_asked_about_if_the_place_was_first() throws SQLException {
        table.execute("UPDATE registration.enrollment_limits SET waitlist_capacity = 1");
        table.execute("BEGIN");
        assertThat(table.rows(
                        "SELECT result FROM registration.settle(ARRAY['%s'::uuid], ARRAY[%s::bigint], ARRAY['confirmed'], ARRAY[NULL::text])"
                                .formatted(claim.registration(), claim.fencingToken())))
                .containsExactly("waiting");
        var given = database.run(new Statement(PERMIT, Tuple.tuple()));
        table.execute("SELECT pg_sleep(0.2)");
        assertThat(given.isComplete()).isFalse();
        table.execute("COMMIT");
        Await.success(given);
        assertThat(Await.success(queue.askWaiting())).isEqualTo(1);
        claim = Await.success(queue.claimDue(1)).get(0);
        assertThat(confirm().result()).isEqualTo("confirmed");
    }
}
