package dev.registrar.server.enrollment.seats;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.server.testing.Service;
import dev.registrar.testing.Await;
import dev.registrar.testing.postgresql.Sql;
import io.vertx.core.json.JsonObject;
import java.sql.SQLException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A capacity that is raised by many seats: the worker goes on from batch to batch, and waits for no poll. */
class RaisedCapacityTest {
    private static final int RAISE = 1_000;
    private static final int WAITING = 1_050;

    private static final String LIST = """
            INSERT INTO registration.registrations (uni, enrollment, course_id, due_at, waiting_since)
            SELECT 'waiting' || n, 'pending', '%s', 'infinity', now() + n * interval '1 ms' FROM generate_series(1, %s) n""";

    /** Those who were enrolled before somebody who had waited longer. */
    private static final String PASSED = """
            SELECT count(*) FROM (
                SELECT confirmed_at < lag(confirmed_at) OVER (ORDER BY substr(uni, 8)::integer) AS passed
                FROM registration.registrations WHERE course_id = '%s' AND enrollment = 'confirmed') enrolled
            WHERE passed""";

    private static final String FIRST_WAITING = """
            SELECT uni FROM registration.registrations WHERE course_id = '%s' AND waiting_since IS NOT NULL
            ORDER BY waiting_since LIMIT 1""";

    @AutoClose
    private static Service service;

    @BeforeAll
    static void a_service_that_does_not_poll() throws Exception {
        service = Service.start("enrollment", new JsonObject().put("poll-interval", "1 h"));
    }

    @Test
    void a_thousand_of_the_list_are_enrolled_in_order_while_others_register() throws SQLException {
        var course = LimitedCourse.create(service, 0, null);
        Sql.execute(service.databaseUri(), LIST.formatted(course.id(), WAITING));
        var other = LimitedCourse.create(service, RAISE, 0);
        course.change("capacity", RAISE);
        Await.until("all seats are taken, and others register meanwhile", () -> {
            other.enroll();
            return taken(course) == RAISE;
        });
        course.expectSeats(RAISE, WAITING - RAISE, 0);
        assertThat(Sql.readNumber(service.databaseUri(), PASSED.formatted(course.id())))
                .isZero();
        assertThat(Sql.readOne(service.databaseUri(), FIRST_WAITING.formatted(course.id())))
                .isEqualTo("waiting" + (RAISE + 1));
        LimitedCourse.expectConsistent(service);
    }

    private static int taken(LimitedCourse course) {
        return Integer.parseInt(service.reader().get(course.limitUrl()).text("/data/meta/seats/taken"));
    }
}
