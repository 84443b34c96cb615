-- Limits of enrollment: which one applies, who is on its list, and what it counts.

-- The limit of an offering: that of the course term, or else that of the course; null if there is none.
CREATE OR REPLACE FUNCTION registration.limit_of(course uuid, course_term uuid) RETURNS uuid
LANGUAGE sql STABLE AS $$
    SELECT id FROM registration.enrollment_limits
    WHERE course_id = course AND (course_term_id = course_term OR course_term_id IS NULL)
    ORDER BY course_term_id NULLS LAST LIMIT 1
$$;

-- meta.seats. Seats that are free belong to those who wait.
CREATE OR REPLACE FUNCTION registration.seats(l registration.enrollment_limits) RETURNS jsonb
LANGUAGE sql STABLE AS $$
    SELECT jsonb_build_object('taken', l.taken, 'waiting', l.waiting, 'free', CASE
        WHEN l.capacity IS NULL THEN NULL
        WHEN l.waiting > 0 THEN 0
        ELSE greatest(l.capacity - l.taken, 0)
    END)
$$;

-- The offerings for which somebody may wait, and to which a limit applies.
CREATE OR REPLACE FUNCTION registration.offerings_of(l registration.enrollment_limits) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
    SELECT coalesce(l.course_term_id, l.course_id)
    UNION
    SELECT offering FROM registration.waiting_blocks
    WHERE l.course_term_id IS NULL AND course_id = l.course_id
        AND NOT EXISTS (SELECT FROM registration.enrollment_limits own WHERE own.course_term_id = offering)
$$;

-- Those who wait for a limit, in no order.
CREATE OR REPLACE FUNCTION registration.waiting_list(l registration.enrollment_limits) RETURNS SETOF registration.registrations
LANGUAGE sql STABLE AS $$
    SELECT r.* FROM registration.offerings_of(l) offering
    JOIN registration.registrations r ON coalesce(r.course_term_id, r.course_id) = offering AND r.waiting_since IS NOT NULL
$$;

-- The first of a list, in order, without those on whom the decider gave no decision.
CREATE OR REPLACE FUNCTION registration.first_waiting(l registration.enrollment_limits, number bigint) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
    SELECT first.id
    FROM registration.offerings_of(l) offering, LATERAL (
        SELECT id, waiting_since FROM registration.registrations
        WHERE coalesce(course_term_id, course_id) = offering AND waiting_since IS NOT NULL
            AND (paused_until IS NULL OR paused_until <= clock_timestamp())
        ORDER BY waiting_since, id LIMIT number) first
    ORDER BY first.waiting_since, first.id LIMIT number
$$;

-- Those on a list about whom the decider is asked, in order: seats are kept for them.
CREATE OR REPLACE FUNCTION registration.asked(l registration.enrollment_limits) RETURNS SETOF uuid
LANGUAGE sql STABLE AS $$
    SELECT r.id FROM registration.offerings_of(l) offering
    JOIN registration.registrations r
        ON coalesce(r.course_term_id, r.course_id) = offering AND r.waiting_since IS NOT NULL AND r.due_at < 'infinity'
    ORDER BY r.waiting_since, r.id
$$;

-- The place of a registration on its list, for meta.enrollment; null if it has no limit any more. Whole blocks are not counted again. It
-- is PL/pgSQL, which plans it once, not for every row of a page: plans for single registrations would only seem cheaper.
CREATE OR REPLACE FUNCTION registration.place(r registration.registrations) RETURNS jsonb
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
BEGIN
    RETURN (SELECT jsonb_build_object('place', sum(before.blocks + before.others), 'of', l.waiting)
    FROM registration.enrollment_limits l, registration.offerings_of(l) offering, LATERAL (
        SELECT max(starts_at) AS starts_at FROM registration.waiting_blocks b
        WHERE b.offering = offering.offering AND starts_at <= r.waiting_since) last,
    LATERAL (
        SELECT
            (SELECT coalesce(sum(waiting), 0) FROM registration.waiting_blocks b
                WHERE b.offering = offering.offering AND b.starts_at < last.starts_at) AS blocks,
            (SELECT count(*) FROM registration.registrations other
                WHERE coalesce(other.course_term_id, other.course_id) = offering.offering AND other.waiting_since IS NOT NULL
                    AND other.waiting_since >= last.starts_at
                    AND (other.waiting_since, other.id) <= (r.waiting_since, r.id)) AS others) before
    WHERE l.id = registration.limit_of(r.course_id, r.course_term_id)
    GROUP BY l.waiting);
END
$$;

-- What a limit should have counted.
CREATE OR REPLACE FUNCTION registration.actual_seats(l registration.enrollment_limits) RETURNS TABLE (taken bigint, waiting bigint)
LANGUAGE sql STABLE AS $$
    SELECT
        (SELECT count(*) FROM registration.registrations r
            WHERE r.enrollment = 'confirmed' AND r.course_id = l.course_id AND (r.course_term_id = l.course_term_id
                OR l.course_term_id IS NULL
                AND NOT EXISTS (SELECT FROM registration.enrollment_limits own WHERE own.course_term_id = r.course_term_id)))
        + (SELECT count(*) FROM registration.registrations r
            WHERE r.former_enrollment = 'confirmed' AND r.former_course_id = l.course_id AND (r.former_course_term_id = l.course_term_id
                OR l.course_term_id IS NULL
                AND NOT EXISTS (SELECT FROM registration.enrollment_limits own WHERE own.course_term_id = r.former_course_term_id))),
        (SELECT count(*) FROM registration.waiting_list(l))
$$;

-- Counting. A registration keeps the seat of a change that is pending until it gets the other one.
CREATE OR REPLACE FUNCTION registration.seat_changes(r registration.registrations, step integer) RETURNS SETOF registration.seat_change
LANGUAGE sql IMMUTABLE AS $$
    SELECT r.former_course_id, r.former_course_term_id, step::bigint, 0::bigint, NULL::timestamptz
    WHERE r.former_enrollment = 'confirmed'
    UNION ALL SELECT r.course_id, r.course_term_id, step, 0, NULL WHERE r.enrollment = 'confirmed'
    UNION ALL SELECT r.course_id, r.course_term_id, 0, step, r.waiting_since WHERE r.waiting_since IS NOT NULL
$$;

CREATE OR REPLACE FUNCTION registration.has_seat_or_place(r registration.registrations) RETURNS boolean
LANGUAGE sql IMMUTABLE AS $$
    SELECT r.enrollment = 'confirmed' OR r.former_enrollment IS NOT DISTINCT FROM 'confirmed' OR r.waiting_since IS NOT NULL
$$;

-- Whoever counts seats of a course holds this lock, shared, while nobody creates a limit of it. The order prevents deadlocks.
CREATE OR REPLACE FUNCTION registration.hold_limits(courses uuid[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock_shared(hashtext('registration.enrollment_limits'), slot)
    FROM (SELECT DISTINCT hashtext(course::text) & 63 AS slot FROM unnest(courses) AS course ORDER BY slot) slots;
END
$$;

-- A limit may be deleted while this waits for its row: then another one may apply. People who wait without any need not.
CREATE OR REPLACE FUNCTION registration.change_seats(changes registration.seat_change[]) RETURNS void
LANGUAGE plpgsql STRICT AS $$
DECLARE
    change registration.seat_change;
BEGIN
    PERFORM registration.hold_limits(ARRAY(SELECT course_id FROM unnest(changes)));
    FOR change IN
        SELECT course_id, course_term_id, sum(taken), sum(waiting), max(waiting_since) FROM unnest(changes)
        GROUP BY course_id, course_term_id HAVING sum(taken) <> 0 OR bool_or(waiting <> 0)
        ORDER BY registration.limit_of(course_id, course_term_id)
    LOOP
        LOOP
            UPDATE registration.enrollment_limits
            SET taken = taken + change.taken, waiting = waiting + change.waiting,
                look_at = CASE
                    WHEN waiting + change.waiting <= 0 THEN NULL
                    WHEN change.waiting <= 0 OR capacity IS NULL OR taken + change.taken < capacity THEN clock_timestamp()
                    ELSE look_at
                END
            WHERE id = registration.limit_of(change.course_id, change.course_term_id);
            EXIT WHEN FOUND;
            IF registration.limit_of(change.course_id, change.course_term_id) IS NULL THEN
                INSERT INTO registration.released_lists SELECT change.course_id WHERE change.waiting > 0;
                EXIT;
            END IF;
        END LOOP;
    END LOOP;
    IF EXISTS (SELECT FROM unnest(changes) WHERE waiting_since IS NOT NULL) THEN
        PERFORM registration.change_blocks(changes);
    END IF;
END
$$;

-- New places are at the end, in a new block if the last one is large; who goes back to a former place, goes back into its block.
CREATE OR REPLACE FUNCTION registration.change_blocks(changes registration.seat_change[]) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    block record;
BEGIN
    FOR block IN
        SELECT offering, starts_at, min(waiting_since) AS first, (array_agg(course_id))[1] AS course, sum(waiting) AS waiting
        FROM (SELECT coalesce(course_term_id, course_id) AS offering, * FROM unnest(changes)) change, LATERAL (
            SELECT max(b.starts_at) AS starts_at FROM registration.waiting_blocks b
            WHERE b.offering = change.offering AND b.starts_at <= waiting_since) covering
        WHERE waiting_since IS NOT NULL
        GROUP BY offering, starts_at, waiting < 0
        ORDER BY waiting < 0 DESC, offering
    LOOP
        IF block.waiting > 0 AND NOT EXISTS (
            SELECT FROM registration.waiting_blocks b
            WHERE b.offering = block.offering AND (b.starts_at > block.starts_at OR b.starts_at = block.starts_at AND b.waiting < 100))
        THEN
            INSERT INTO registration.waiting_blocks VALUES (block.offering, block.first, block.course, block.waiting);
        ELSE
            UPDATE registration.waiting_blocks b SET waiting = b.waiting + block.waiting
            WHERE b.offering = block.offering AND b.starts_at = block.starts_at;
            DELETE FROM registration.waiting_blocks b
            WHERE b.offering = block.offering AND b.starts_at = block.starts_at AND b.waiting = 0;
        END IF;
    END LOOP;
END
$$;

CREATE OR REPLACE FUNCTION registration.count_seats() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    changes registration.seat_change[];
BEGIN
    IF TG_OP = 'INSERT' THEN
        SELECT array_agg(change) INTO changes FROM present r, registration.seat_changes(r, 1) change
        WHERE registration.has_seat_or_place(r);
    ELSIF TG_OP = 'DELETE' THEN
        SELECT array_agg(change) INTO changes FROM former r, registration.seat_changes(r, -1) change
        WHERE registration.has_seat_or_place(r);
    ELSIF TG_OP = 'UPDATE' THEN
        SELECT array_agg(change) INTO changes FROM (
            SELECT change FROM former r, registration.seat_changes(r, -1) change WHERE registration.has_seat_or_place(r)
            UNION ALL
            SELECT change FROM present r, registration.seat_changes(r, 1) change WHERE registration.has_seat_or_place(r)) both_states;
    ELSE
        UPDATE registration.enrollment_limits SET taken = 0, waiting = 0, look_at = NULL;
        DELETE FROM registration.waiting_blocks;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM registration.change_seats(registration.net_changes(changes));
    END IF;
    RETURN NULL;
END
$$;

-- What is not changed after all is left out.
CREATE OR REPLACE FUNCTION registration.net_changes(changes registration.seat_change[]) RETURNS registration.seat_change[]
LANGUAGE sql IMMUTABLE AS $$
    SELECT array_agg(ROW(course_id, course_term_id, taken, waiting, waiting_since)::registration.seat_change)
    FROM (
        SELECT course_id, course_term_id, sum(taken) AS taken, sum(waiting) AS waiting, waiting_since
        FROM unnest(changes) GROUP BY course_id, course_term_id, waiting_since) net
    WHERE taken <> 0 OR waiting <> 0
$$;

CREATE OR REPLACE TRIGGER registrations_created_seats AFTER INSERT ON registration.registrations
    REFERENCING NEW TABLE AS present FOR EACH STATEMENT EXECUTE FUNCTION registration.count_seats();
CREATE OR REPLACE TRIGGER registrations_updated_seats AFTER UPDATE ON registration.registrations
    REFERENCING OLD TABLE AS former NEW TABLE AS present FOR EACH STATEMENT EXECUTE FUNCTION registration.count_seats();
CREATE OR REPLACE TRIGGER registrations_deleted_seats AFTER DELETE ON registration.registrations
    REFERENCING OLD TABLE AS former FOR EACH STATEMENT EXECUTE FUNCTION registration.count_seats();
CREATE OR REPLACE TRIGGER registrations_truncated_seats AFTER TRUNCATE ON registration.registrations
    FOR EACH STATEMENT EXECUTE FUNCTION registration.count_seats();

-- A limit counts what is there when it begins. First, transactions that have counted without it must end. Registrations are found by
-- indexes, whatever PostgreSQL's estimates are.
CREATE OR REPLACE FUNCTION registration.begin_limit() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(hashtext('registration.enrollment_limits'), hashtext(NEW.course_id::text) & 63);
    PERFORM FROM registration.enrollment_limits WHERE course_id = NEW.course_id ORDER BY id FOR UPDATE;
    SELECT taken, waiting INTO NEW.taken, NEW.waiting FROM registration.actual_seats(NEW);
    NEW.look_at := clock_timestamp();
    RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER enrollment_limits_begin
    BEFORE INSERT ON registration.enrollment_limits
    FOR EACH ROW EXECUTE FUNCTION registration.begin_limit();

-- The limit of the course counts what remains for it when one of a term begins or ends. A limit that ends locks its row before anything
-- else, so it must not wait for transactions that count; they count for the next limit then.
CREATE OR REPLACE FUNCTION registration.recount_seats() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
    course uuid := coalesce(NEW.course_id, OLD.course_id);
BEGIN
    PERFORM FROM registration.enrollment_limits WHERE course_id = course ORDER BY id FOR UPDATE;
    UPDATE registration.enrollment_limits
    SET (taken, waiting) = (SELECT taken, waiting FROM registration.actual_seats(enrollment_limits)), look_at = clock_timestamp()
    WHERE course_id = course AND course_term_id IS NULL AND coalesce(NEW.course_term_id, OLD.course_term_id) IS NOT NULL;
    IF TG_OP = 'DELETE' AND OLD.waiting > 0 AND registration.limit_of(OLD.course_id, OLD.course_term_id) IS NULL THEN
        INSERT INTO registration.released_lists VALUES (course);
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER enrollment_limits_recount AFTER INSERT OR DELETE ON registration.enrollment_limits
    FOR EACH ROW EXECUTE FUNCTION registration.recount_seats();

CREATE OR REPLACE FUNCTION registration.change_limit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (NEW.course_id, NEW.course_term_id) IS DISTINCT FROM (OLD.course_id, OLD.course_term_id) THEN
        RAISE SQLSTATE '23R01' USING CONSTRAINT = 'enrollment_limits_offering',
            MESSAGE = 'The course and the course term of a limit cannot change; delete it and create another one.';
    END IF;
    IF NEW.waiting > 0 THEN
        NEW.look_at := clock_timestamp();
    END IF;
    RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER enrollment_limits_change
    BEFORE UPDATE OF course_id, course_term_id, capacity ON registration.enrollment_limits
    FOR EACH ROW EXECUTE FUNCTION registration.change_limit();
