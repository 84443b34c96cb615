package dev.registrar.server.faults.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.registrar.testing.postgresql.Sql;
import java.sql.Connection;
import java.sql.SQLException;

/** Watches, in the transactions that give seats, whether a limit is exceeded or somebody on the list is passed. */
final class SeatWatch {
    /**
     * Those on the list before a person may still wait only if a seat is kept for each of them. They are not counted if the decider
     * once gave no decision on them. When the row trigger runs, all rows of the statement have changed.
     */
    private static final String TRIGGERS = """
            CREATE TABLE broken_promises (registration uuid, detail text);
            CREATE FUNCTION watch_seat() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                INSERT INTO public.broken_promises
                SELECT NEW.id, format('%s of %s seats are taken, %s wait before one who has waited since %s',
                    taken, capacity, before, OLD.waiting_since)
                FROM (
                    SELECT l.capacity, count(*) FILTER (WHERE r.enrollment = 'confirmed') AS taken,
                        count(*) FILTER (WHERE r.paused_until IS NULL
                            AND r.waiting_since < coalesce(OLD.waiting_since, 'infinity')) AS before
                    FROM registration.enrollment_limits l JOIN registration.registrations r USING (course_id)
                    WHERE l.course_id = NEW.course_id GROUP BY l.id) seats
                WHERE taken > capacity OR before > capacity - taken;
                RETURN NULL;
            END $$;
            CREATE TRIGGER watch_seat AFTER UPDATE ON registration.registrations
                FOR EACH ROW WHEN (OLD.enrollment <> 'confirmed' AND NEW.enrollment = 'confirmed') EXECUTE FUNCTION watch_seat();
            CREATE FUNCTION watch_place() RETURNS trigger LANGUAGE plpgsql AS $$
            BEGIN
                INSERT INTO public.broken_promises
                VALUES (NEW.id, format('waiting_since was %s and is %s', OLD.waiting_since, NEW.waiting_since));
                RETURN NULL;
            END $$;
            CREATE TRIGGER watch_place AFTER UPDATE ON registration.registrations
                FOR EACH ROW WHEN (OLD.waiting_since <> NEW.waiting_since) EXECUTE FUNCTION watch_place();
            """;

    private SeatWatch() {}

    /** Creates the triggers. */
    static void start(Connection session) throws SQLException {
        Sql.execute(session, TRIGGERS);
    }

    /** Expects that no promise was broken, and that seats, lists and counts agree. */
    static void expectKept(Connection session) {
        assertThat(Sql.read(session, "SELECT b::text FROM broken_promises b"))
                .as("too many seats, or out of order")
                .isEmpty();
        assertThat(Sql.read(session, "SELECT w::text FROM registration.wrong_seats w"))
                .as("seats, lists and counts differ")
                .isEmpty();
    }
}
