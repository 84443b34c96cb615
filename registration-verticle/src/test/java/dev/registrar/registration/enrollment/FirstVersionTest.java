package dev.registrar.registration.enrollment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.registrar.platform.database.Database;
import dev.registrar.platform.database.Pool;
import dev.registrar.registration.enrollment.EnrollmentQueue.Settled;
import dev.registrar.testing.Await;
import io.vertx.core.Vertx;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The table of the first version, with its rows, is brought up to date while nodes of that version keep working with it:
 * they know neither course terms nor the time of the confirmation.
 */
class FirstVersionTest {
    private static final String OTHER_COURSE = "00000000-0000-4000-8000-000000000002";
    private static final String TERM = "00000000-0000-4000-8000-000000000003";
    private static final String LONG_AGO = "2025-08-01 09:00:00+00";

    /** Statements of the first version, by a worker and after requests of clients. */
    private static final String CHANGE_COURSE =
            "UPDATE registration.registrations AS r SET enrollment = 'pending', course_id = '%s' WHERE r.id = '%s'";

    private static final String CLAIM = """
            UPDATE registration.registrations
            SET claim = claim + 1, attempts = attempts + 1, due_at = clock_timestamp() + make_interval(secs => 10)
            WHERE id = '%s'
            RETURNING id, requests, claim, attempts, attempts - uncounted, uni, course_id, former_enrollment IS NOT DISTINCT FROM 'pending',
                extract(epoch FROM clock_timestamp() - requested_at)::float8, traceparent""";

    private static final String SETTLE =
            "UPDATE registration.registrations r SET enrollment = '%s', reason = %s WHERE r.id = '%s'";

    @AutoClose
    private final Vertx vertx = Vertx.vertx();

    @AutoClose
    private RegistrationTable table;

    @BeforeEach
    void a_table_of_the_first_version() throws Exception {
        table = RegistrationTable.ofFirstVersion();
        table.execute("INSERT INTO course.courses VALUES ('%s')".formatted(OTHER_COURSE));
        table.execute("INSERT INTO course.course_terms VALUES ('%s', '%s')".formatted(TERM, RegistrationTable.COURSE));
    }

    private UUID add(String enrollment) throws SQLException {
        var id = table.addPending(1).get(0);
        table.execute("UPDATE registration.registrations SET enrollment = '%s', requested_at = '%s' WHERE id = '%s'"
                .formatted(enrollment, LONG_AGO, id));
        return id;
    }

    private UUID addConfirmedInTerm() throws SQLException {
        table.migrate();
        var id = table.addPending(1).get(0);
        table.execute(
                "UPDATE registration.registrations SET course_term_id = '%s' WHERE id = '%s'".formatted(TERM, id));
        table.execute(SETTLE.formatted("confirmed", "NULL", id));
        return id;
    }

    private String read(UUID registration, String columns) throws SQLException {
        return table.valueOf(registration, "concat_ws(' ', %s)".formatted(columns));
    }

    @Test
    void earlier_registrations_keep_the_time_of_their_request_and_have_no_course_term() throws SQLException {
        var confirmed = add("confirmed");
        var pending = add("pending");
        table.migrate();
        for (var registration : List.of(confirmed, pending)) {
            assertThat(read(
                            registration,
                            "requested_at AT TIME ZONE 'UTC', course_term_id, confirmed_at, waiting_since"))
                    .isEqualTo("2025-08-01 09:00:00");
        }
        assertThat(read(confirmed, "registration.status(r)")).isEqualTo("enrolled");
        assertThat(read(pending, "registration.status(r), began_at = requested_at"))
                .isEqualTo("processing t");
        assertThat(read(pending, "(SELECT count(*) FROM registration.events)")).isEqualTo("0");
    }

    @Test
    void a_worker_of_this_version_decides_on_a_registration_of_the_first_one() throws SQLException {
        var registration = add("pending");
        table.migrate();
        var database = Await.success(Database.open(vertx, table.settings(), table.limits(), Pool.BACKGROUND));
        var queue = new EnrollmentQueue(database, Duration.ofMinutes(1));
        var claim = Await.success(queue.claimDue(1)).get(0);
        assertThat(claim.requestedAt()).isEqualTo("2025-08-01T09:00:00Z");
        assertThat(claim.offering().courseTerm()).isEmpty();
        var ended = Await.success(queue.settle(List.of(new Settled(claim, EnrollmentState.CONFIRMED, null))));
        assertThat(ended.get(registration).confirmedAt()).isPresent();
    }

    @Test
    void the_time_of_a_confirmation_by_the_first_version_is_known() throws SQLException {
        table.migrate();
        var registration = table.addPending(1).get(0);
        table.execute(CLAIM.formatted(registration));
        table.execute(SETTLE.formatted("confirmed", "NULL", registration));
        assertThat(read(registration, "registration.status(r), confirmed_at > requested_at"))
                .isEqualTo("enrolled t");
    }

    @Test
    void the_first_version_gives_no_seat_where_there_is_a_limit() throws SQLException {
        table.migrate();
        table.execute("INSERT INTO registration.enrollment_limits (course_id, capacity) VALUES ('%s', 0)"
                .formatted(RegistrationTable.COURSE));
        var registration = table.addPending(1).get(0);
        table.execute(CLAIM.formatted(registration));
        table.execute(SETTLE.formatted("confirmed", "NULL", registration));
        assertThat(read(registration, "registration.status(r)")).isEqualTo("processing");
    }

    @Test
    void the_first_version_registers_a_person_once_for_a_course_without_a_course_term() throws SQLException {
        table.migrate();
        var insert =
                "INSERT INTO registration.registrations AS r (uni, enrollment, course_id) VALUES ('once', 'pending', '%s')"
                        .formatted(RegistrationTable.COURSE);
        table.execute(insert);
        assertThatThrownBy(() -> table.execute(insert)).hasMessageContaining("\"registrations_uni_course_id_key\"");
    }

    @Test
    void a_change_of_the_course_by_the_first_version_removes_the_course_term() throws SQLException {
        var registration = addConfirmedInTerm();
        table.execute(CHANGE_COURSE.formatted(OTHER_COURSE, registration));
        assertThat(read(registration, "course_id, course_term_id")).isEqualTo(OTHER_COURSE);
        table.execute(SETTLE.formatted("confirmed", "NULL", registration));
        assertThat(read(registration, "enrollment, course_term_id, former_course_term_id"))
                .isEqualTo("confirmed");
    }

    @Test
    void a_change_by_the_first_version_that_is_rejected_restores_the_course_term_and_the_times() throws SQLException {
        var registration = addConfirmedInTerm();
        var before = read(registration, "course_id, course_term_id, requested_at, confirmed_at");
        table.execute(CHANGE_COURSE.formatted(OTHER_COURSE, registration));
        assertThat(read(registration, "requested_at > former_requested_at, confirmed_at"))
                .isEqualTo("t");
        table.execute(SETTLE.formatted("requested", "'The course is full.'", registration));
        assertThat(read(registration, "course_id, course_term_id, requested_at, confirmed_at"))
                .isEqualTo(before);
        assertThat(read(registration, "enrollment, reverted_change -> 'requested' ->> 'course'"))
                .isEqualTo("confirmed " + OTHER_COURSE);
    }

    @Test
    void a_change_that_the_first_version_has_begun_is_still_reverted() throws SQLException {
        var registration = add("pending");
        table.execute("""
                UPDATE registration.registrations
                SET former_uni = uni, former_course_id = course_id, former_enrollment = 'confirmed', course_id = '%s'""".formatted(OTHER_COURSE));
        table.migrate();
        table.execute(SETTLE.formatted("requested", "'The course is full.'", registration));
        assertThat(read(registration, "enrollment, course_id, requested_at IS NULL, confirmed_at, former_enrollment"))
                .isEqualTo("confirmed %s f".formatted(RegistrationTable.COURSE));
    }
}
