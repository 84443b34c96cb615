package dev.registrar.registration.enrollment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.sql.SQLException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What seats, the status and places cost depends neither on the length of a list nor on the number of registrations and limits, and no
 * statement is planned again and again.
 */
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

    private static final String OTHER_COURSE = "00000000-0000-4000-8000-000000000002";

    private static final String OTHER_LIMITS = """
            WITH other AS (INSERT INTO course.courses SELECT gen_random_uuid() FROM generate_series(1, 2000) RETURNING id)
            INSERT INTO registration.enrollment_limits (course_id, capacity) SELECT id, 30 FROM other""";

    private static final String TERMS = """
            INSERT INTO course.course_terms
            SELECT ('00000000-0000-4000-8000-00000000001' || n)::uuid, '%s' FROM generate_series(1, 5) n""".formatted(OTHER_COURSE);

    private static final String LIMIT_OF_TERM = """
            INSERT INTO registration.enrollment_limits (course_id, course_term_id, capacity)
            SELECT course_id, id, 30 FROM course.course_terms WHERE right(id::text, 1)::integer %s""";

    private static final String SETTLE = """
            SELECT result FROM registration.settle(
                ARRAY(SELECT id FROM registration.registrations WHERE uni = 'waiting1'), ARRAY[0], ARRAY['confirmed'], ARRAY[NULL])""";

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
        table.execute("INSERT INTO course.courses VALUES ('%s')".formatted(OTHER_COURSE));
        table.execute(OTHERS.formatted(OTHER_COURSE));
        table.execute(TERMS);
        table.execute(LIMIT_OF_TERM.formatted("< 5"));
        table.execute(OTHER_LIMITS);
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
                "SELECT registration.seats(l) ->> 'waiting' FROM registration.enrollment_limits l WHERE course_id = '%s'"
                        .formatted(RegistrationTable.COURSE),
                Integer.toString(WAITING));
        assertThat(reads).isZero();
    }

    @Test
    void places_are_planned_for_any_registration() throws SQLException {
        var plans = table.plansOf(
                "SELECT registration.place(r) FROM registration.registrations r WHERE uni LIKE 'waiting100%'");
        assertThat(plans)
                .filteredOn(plan -> plan.contains("jsonb_build_object('place'"))
                .hasSizeGreaterThan(10)
                .allSatisfy(plan -> assertThat(plan).contains("registration.limit_of($"));
    }

    @Test
    void decisions_are_planned_for_any_batch_and_stored_without_reading_what_they_are_not_about() throws SQLException {
        var plans = table.plansOf(SETTLE);
        assertThat(plans).noneMatch(plan -> plan.matches("(?s).*Seq Scan on (registrations|enrollment_limits).*"));
        assertThat(plans)
                .filteredOn(plan -> plan.contains("WITH decided AS"))
                .singleElement(STRING)
                .containsPattern("Function Scan on unnest s .* rows=10 ");
        assertThat(table.rows("SELECT claim FROM registration.registrations WHERE uni = 'waiting1'"))
                .containsExactly("1");
    }

    @Test
    void a_look_at_a_list_is_planned_for_any_number_of_people() throws SQLException {
        assertThat(table.plansOf("SELECT registration.ask_waiting()"))
                .filteredOn(plan -> plan.contains("SET due_at = now()"))
                .isNotEmpty()
                .allSatisfy(plan -> assertThat(plan).containsPattern("Function Scan on unnest place .* rows=10 "));
    }

    @Test
    void a_new_limit_of_a_term_reads_no_registrations_for_other_terms() throws SQLException {
        var begin = LIMIT_OF_TERM.formatted("= 5") + " RETURNING taken";
        assertThat(readsOf(begin, "0")).isLessThan(500);
    }

    @Test
    void a_new_limit_reads_no_registrations_of_other_courses() throws SQLException {
        table.execute("INSERT INTO course.courses VALUES ('00000000-0000-4000-8000-000000000003')");
        var plans = table.plansOf(
                "INSERT INTO registration.enrollment_limits (course_id, capacity) VALUES ('00000000-0000-4000-8000-000000000003', 30)");
        assertThat(plans).noneMatch(plan -> plan.matches("(?s).*Seq Scan on (registrations|enrollment_limits).*"));
    }
}
