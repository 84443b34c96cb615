package dev.registrar.registration.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What reads of seats, of the status and of places cost depends neither on the length of a list nor on the number of registrations. */
class SeatCostTest {
    private static final int WAITING = 10_000;

    private static final String OTHERS = """
            INSERT INTO registration.registrations (uni, enrollment, course_id)
            SELECT 'other' || n, 'confirmed', '%s' FROM generate_series(1, 20000) n""";

    private static final String LIST = """
            DO $$ BEGIN
                FOR batch IN 0 .. %2$s / 100 - 1 LOOP
                    INSERT INTO registration.registrations (uni, enrollment, course_id, due_at, waiting_since)
                    SELECT 'waiting' || n, 'pending', '%1$s', 'infinity', now() + n * interval '1 ms'
                    FROM generate_series(100 * batch + 1, 100 * batch + 100) n;
                END LOOP;
            END $$""";

    /** Index-only scans read entries of indexes and no rows. */
    private static final String READS = """
            SELECT seq_tup_read + idx_tup_fetch + (
                SELECT sum(pg_stat_get_xact_tuples_returned(indexrelid)) FROM pg_index WHERE indrelid = relid)
            FROM pg_stat_xact_user_tables WHERE relid = 'registration.registrations'::regclass""";

    @AutoClose
    private static RegistrationTable table;

    @BeforeAll
    static void a_long_list_among_many_registrations() throws Exception {
        table = RegistrationTable.create();
        var other = "00000000-0000-4000-8000-000000000002";
        table.execute("INSERT INTO course.courses VALUES ('%s')".formatted(other));
        table.execute(OTHERS.formatted(other));
        table.execute(
                "INSERT INTO registration.enrollment_limits (course_id, capacity, waitlist_capacity) VALUES ('%s', 0, NULL)"
                        .formatted(RegistrationTable.COURSE));
        table.execute(LIST.formatted(RegistrationTable.COURSE, WAITING));
        table.execute("VACUUM (ANALYZE)");
    }

    /** Returns how many registrations a query has read, by an index or without. */
    private static long readsOf(String query, String expected) throws SQLException {
        table.execute("BEGIN");
        var before = Long.parseLong(table.rows(READS).get(0));
        assertThat(table.rows(query)).containsExactly(expected);
        var after = Long.parseLong(table.rows(READS).get(0));
        table.execute("COMMIT");
        return after - before;
    }

    @Test
    void the_last_place_is_counted_without_reading_the_list() throws SQLException {
        var reads = readsOf(
                "SELECT registration.status(r) || (registration.place(r) ->> 'place') FROM registration.registrations r WHERE uni = 'waiting%s'"
                        .formatted(WAITING),
                "waiting" + WAITING);
        assertThat(reads).isLessThan(500);
    }

    @Test
    void the_seats_of_a_limit_are_read_without_registrations() throws SQLException {
        var reads = readsOf(
                "SELECT registration.seats(l) ->> 'waiting' FROM registration.enrollment_limits l",
                Integer.toString(WAITING));
        assertThat(reads).isZero();
    }
}
