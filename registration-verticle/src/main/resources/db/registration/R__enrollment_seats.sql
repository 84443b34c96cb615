-- Seats are given here, and nowhere else. Whoever gives one has locked the limit and never waits for a registration meanwhile:
-- clients lock a registration first and wait for its limit then.

-- Stores decisions. What is confirmed gets a seat, or a place on the list, or is rejected because the course is full. A decision with
-- a stale claim, or about a registration that another transaction has locked, is ignored. The result is 'busy' if another
-- transaction has locked a limit: it has to be stored again. is_look_due says whether somebody on a list has to be asked.
-- Everything that it does, and that its triggers do, is planned once and reads by indexes: PostgreSQL would plan anew for each batch,
-- because it takes plans for a known number of decisions for cheaper, which costs as much as the batch itself.
CREATE OR REPLACE FUNCTION registration.settle(ids uuid[], claims bigint[], enrollments text[], reasons text[])
RETURNS TABLE (id uuid, claim bigint, result text, confirmed_at timestamptz, is_look_due boolean) LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
#variable_conflict use_column
DECLARE
    courses uuid[];
    batch registration.settlement[];
    locked uuid[];
    started_at timestamptz := clock_timestamp();
BEGIN
    PERFORM set_config('registrar.authtype', 'system', true), set_config('registrar.authid', 'enrollment', true),
        set_config('registrar.seats', 'given', true);
    courses := ARRAY(
        SELECT course FROM registration.registrations r, unnest(ARRAY[r.course_id, r.former_course_id]) AS course
        WHERE r.id = ANY(ids) AND course IS NOT NULL);
    PERFORM registration.hold_limits(courses);
    IF NOT EXISTS (SELECT FROM registration.enrollment_limits WHERE course_id = ANY(courses)) THEN
        RETURN QUERY
            WITH held AS (
                SELECT r.id, r.claim, s.enrollment, s.reason
                FROM unnest(ids, claims, enrollments, reasons) AS s (id, claim, enrollment, reason)
                JOIN registration.registrations r USING (id, claim)
                WHERE r.enrollment = 'pending'
                FOR UPDATE OF r SKIP LOCKED)
            UPDATE registration.registrations r SET enrollment = held.enrollment, reason = held.reason
            FROM held WHERE r.id = held.id
            RETURNING r.id, held.claim, held.enrollment, CASE WHEN r.enrollment = 'confirmed' THEN r.confirmed_at END, false;
        RETURN;
    END IF;
    batch := ARRAY(
        SELECT ROW(r.id, r.claim, s.enrollment, s.reason, registration.limit_of(r.course_id, r.course_term_id),
            CASE WHEN r.former_enrollment IS NOT NULL
                THEN registration.limit_of(r.former_course_id, r.former_course_term_id) END, NULL)::registration.settlement
        FROM unnest(ids, claims, enrollments, reasons) AS s (id, claim, enrollment, reason)
        JOIN registration.registrations r USING (id, claim));
    locked := ARRAY(
        SELECT l.id FROM registration.enrollment_limits l
        WHERE l.id IN (SELECT seat_limit FROM unnest(batch) UNION SELECT former_limit FROM unnest(batch))
        ORDER BY l.id FOR NO KEY UPDATE SKIP LOCKED);
    RETURN QUERY
        SELECT s.id, s.claim, 'busy', NULL::timestamptz, false FROM unnest(batch) s
        WHERE s.seat_limit IS NOT NULL AND s.seat_limit <> ALL(locked)
            OR s.former_limit IS NOT NULL AND s.former_limit <> ALL(locked);
    batch := ARRAY(
        SELECT s FROM unnest(batch) s
        JOIN registration.registrations r USING (id, claim)
        WHERE r.enrollment = 'pending'
            AND (s.seat_limit IS NULL OR s.seat_limit = ANY(locked))
            AND (s.former_limit IS NULL OR s.former_limit = ANY(locked))
        FOR UPDATE OF r SKIP LOCKED);
    batch := registration.with_results(batch);

    -- An UPDATE without rows still runs the triggers of statements, so each is left out if there are none.
    IF EXISTS (SELECT FROM unnest(batch) WHERE result IN ('confirmed', 'requested')) THEN
        UPDATE registration.registrations r SET enrollment = s.result, reason = s.reason
        FROM unnest(batch) s WHERE r.id = s.id AND s.result IN ('confirmed', 'requested');
    END IF;
    IF EXISTS (SELECT FROM unnest(batch) WHERE result = 'waiting') THEN
        PERFORM registration.put_on_lists(batch, started_at);
    END IF;
    IF EXISTS (SELECT FROM unnest(batch) WHERE result = 'full') THEN
        -- The numbers are those after all others of the batch.
        UPDATE registration.registrations r
        SET enrollment = 'requested', reason = registration.full_reason(l), seats_when_full = registration.seats(l)
        FROM unnest(batch) s JOIN registration.enrollment_limits l ON l.id = s.seat_limit
        WHERE r.id = s.id AND s.result = 'full';
    END IF;
    RETURN QUERY
        SELECT s.id, s.claim, CASE WHEN s.result = 'waiting' AND r.waiting_since IS NULL THEN 'confirmed' ELSE s.result END,
            CASE WHEN r.enrollment = 'confirmed' THEN r.confirmed_at END,
            EXISTS (SELECT FROM registration.enrollment_limits WHERE look_at <= clock_timestamp())
        FROM unnest(batch) s JOIN registration.registrations r ON r.id = s.id;
END
$$;

CREATE OR REPLACE FUNCTION registration.full_reason(l registration.enrollment_limits) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT format('The course is full: %s of %s seats are taken%s.', l.taken, l.capacity,
        CASE WHEN l.waiting > 0 THEN format(', and %s people wait for one', l.waiting)
            WHEN l.waitlist_capacity = 0 THEN ', and there is no waiting list' ELSE '' END)
$$;

-- What becomes of each decision, while the limits and the registrations are locked: 'confirmed', 'requested', 'waiting' or 'full'.
-- First, those on the list who were asked about get seats, as many as are free: if not all of these are in the batch, their seats are
-- kept for them. When nobody waits any more, new registrations get seats, and then places on the list, in the order of their requests.
-- The result is in the order of the list and of the requests.
CREATE OR REPLACE FUNCTION registration.with_results(batch registration.settlement[]) RETURNS registration.settlement[]
LANGUAGE sql AS $$
    WITH decided AS (
        SELECT s.*, r.waiting_since, r.requested_at,
            s.enrollment = 'confirmed' AND s.seat_limit IS NOT NULL
                AND NOT (r.former_enrollment IS NOT DISTINCT FROM 'confirmed' AND s.former_limit IS NOT DISTINCT FROM s.seat_limit)
                AND NOT registration.is_permitted(r, 'beyond_capacity') AS needs_seat
        FROM unnest(batch) s JOIN registration.registrations r ON r.id = s.id
    ), limits AS (
        SELECT l.id, l.waiting, l.waitlist_capacity, seats.free,
            CASE WHEN l.waiting > 0 THEN ARRAY(SELECT registration.asked(l) LIMIT seats.free) END AS first_asked
        FROM registration.enrollment_limits l,
            LATERAL (SELECT greatest(coalesce(l.capacity, 2147483647) - l.taken, 0)::bigint AS free) seats
        WHERE l.id IN (SELECT seat_limit FROM decided WHERE needs_seat)
    ), promoted AS (
        SELECT d.id, d.seat_limit FROM decided d JOIN limits l ON l.id = d.seat_limit
        WHERE d.needs_seat AND d.waiting_since IS NOT NULL AND d.id = ANY(l.first_asked)
    ), room AS (
        SELECT l.id, CASE WHEN remain.waiting = 0 THEN l.free - p.number ELSE 0 END AS seats,
            greatest(coalesce(l.waitlist_capacity, 2147483647)::bigint - remain.waiting, 0) AS places
        FROM limits l,
            LATERAL (SELECT count(*) AS number FROM promoted WHERE seat_limit = l.id) p,
            LATERAL (SELECT l.waiting - p.number AS waiting) remain
    ), new AS (
        SELECT id, row_number() OVER (PARTITION BY seat_limit ORDER BY requested_at, id) AS number
        FROM decided WHERE needs_seat AND waiting_since IS NULL
    )
    SELECT array_agg(ROW(d.id, d.claim, d.enrollment, d.reason, d.seat_limit, d.former_limit, CASE
            WHEN NOT d.needs_seat THEN d.enrollment
            WHEN d.id IN (SELECT id FROM promoted) THEN 'confirmed'
            WHEN d.waiting_since IS NOT NULL THEN 'waiting'
            WHEN new.number <= room.seats THEN 'confirmed'
            WHEN new.number <= room.seats + room.places THEN 'waiting'
            ELSE 'full'
        END)::registration.settlement ORDER BY d.waiting_since, new.number, d.id)
    FROM decided d LEFT JOIN room ON room.id = d.seat_limit LEFT JOIN new ON new.id = d.id
$$;

-- Gives those who have to wait their places, in the order of the batch; who has a place keeps it.
CREATE OR REPLACE FUNCTION registration.put_on_lists(batch registration.settlement[], since timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
    exchanged uuid[];
BEGIN
    UPDATE registration.registrations r
    SET waiting_since = coalesce(r.waiting_since,
            greatest(since, l.last_waiting_since) + s.number * interval '1 microsecond'),
        agreed_at = CASE WHEN r.former_enrollment = 'confirmed' THEN clock_timestamp() END,
        due_at = 'infinity', claim = r.claim + 1, attempts = 0, uncounted = 0, reason = NULL, paused_until = NULL
    FROM unnest(batch) WITH ORDINALITY AS s (id, claim, enrollment, reason, seat_limit, former_limit, result, number)
    JOIN registration.enrollment_limits l ON l.id = s.seat_limit
    WHERE r.id = s.id AND s.result = 'waiting';

    UPDATE registration.enrollment_limits l
    SET last_waiting_since = greatest(l.last_waiting_since, listed.last_waiting_since),
        look_at = CASE WHEN listed.have_seats THEN clock_timestamp() ELSE l.look_at END
    FROM (
        SELECT s.seat_limit, max(r.waiting_since) AS last_waiting_since, bool_or(r.agreed_at IS NOT NULL) AS have_seats
        FROM unnest(batch) s JOIN registration.registrations r ON r.id = s.id
        WHERE s.result = 'waiting' GROUP BY s.seat_limit) listed
    WHERE l.id = listed.seat_limit;

    exchanged := ARRAY(
        SELECT unnest(ARRAY[pair.mine, pair.other])
        FROM (
            SELECT s.id AS mine, other.id AS other
            FROM unnest(batch) s
            JOIN registration.enrollment_limits l ON l.id = s.seat_limit
            JOIN registration.registrations other ON other.id = registration.exchange_partner(l)
            WHERE s.result = 'waiting' AND s.former_limit IS NOT NULL AND s.id = (SELECT registration.first_waiting(l, 1))
                AND other.agreed_at > clock_timestamp() - interval '30 seconds'
            FOR UPDATE OF other SKIP LOCKED) pair);
    IF cardinality(exchanged) > 0 THEN
        UPDATE registration.registrations SET enrollment = 'confirmed', reason = NULL WHERE id = ANY(exchanged);
    END IF;
END
$$;

-- The registration that waits first for the seat that the first on this list has, and has a seat of this limit; null if there is none.
CREATE OR REPLACE FUNCTION registration.exchange_partner(l registration.enrollment_limits) RETURNS uuid
LANGUAGE sql STABLE AS $$
    SELECT other.id
    FROM registration.registrations mine
    JOIN registration.enrollment_limits wanted
        ON wanted.id = registration.limit_of(mine.former_course_id, mine.former_course_term_id)
    JOIN registration.registrations other ON other.id = (SELECT registration.first_waiting(wanted, 1))
    WHERE mine.id = (SELECT registration.first_waiting(l, 1)) AND mine.former_enrollment = 'confirmed' AND wanted.id <> l.id
        AND other.former_enrollment = 'confirmed'
        AND registration.limit_of(other.former_course_id, other.former_course_term_id) = l.id
$$;

-- Looks at the lists that need it, and makes those due for whom seats are free, in their order: the decider is asked again about
-- them. While seats are free and people wait, the list is looked at again, because the decider may give no decision. Also
-- two who can exchange their seats become due, and those who have a permit. Returns how many registrations are due now.
CREATE OR REPLACE FUNCTION registration.ask_waiting() RETURNS bigint LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan AS $$
DECLARE
    l registration.enrollment_limits;
    asked uuid[];
    pair uuid[];
    number bigint;
    total bigint;
BEGIN
    total := registration.release_lists();
    FOR l IN
        SELECT * FROM registration.enrollment_limits WHERE look_at <= clock_timestamp()
        ORDER BY look_at LIMIT 100 FOR NO KEY UPDATE SKIP LOCKED
    LOOP
        pair := NULL;
        IF l.capacity IS NULL OR l.taken < l.capacity THEN
            asked := ARRAY(SELECT registration.asked(l));
            asked := ARRAY(
                SELECT first FROM registration.first_waiting(l, coalesce(l.capacity, 2147483647) - l.taken) AS first
                WHERE first <> ALL(asked)
                LIMIT greatest(coalesce(l.capacity, 2147483647) - l.taken - cardinality(asked), 0));
        ELSE
            -- Not again about one on whom there was a decision just now, while the decider is asked about the other.
            pair := ARRAY[registration.exchange_partner(l), (SELECT registration.first_waiting(l, 1))];
            asked := ARRAY(
                SELECT mine.id FROM registration.registrations mine
                JOIN registration.registrations other ON other.id = ANY(pair) AND other.id <> mine.id
                WHERE mine.id = ANY(pair)
                    AND (other.due_at = 'infinity' OR coalesce(mine.agreed_at < clock_timestamp() - interval '20 seconds', true)));
        END IF;
        asked := asked || ARRAY(
            SELECT id FROM registration.permitted_waiting(l) WHERE paused_until IS NULL OR paused_until <= clock_timestamp());
        UPDATE registration.registrations r
        SET due_at = now() + place.number * interval '1 microsecond', paused_until = NULL
        FROM unnest(asked) WITH ORDINALITY AS place (id, number)
        WHERE r.id = place.id AND r.id = ANY(ARRAY(
            SELECT id FROM registration.registrations
            WHERE id = ANY(asked) AND due_at = 'infinity' AND waiting_since IS NOT NULL FOR UPDATE SKIP LOCKED));
        GET DIAGNOSTICS number = ROW_COUNT;
        total := total + number;
        UPDATE registration.enrollment_limits
        SET look_at = CASE WHEN l.waiting > 0 THEN
            CASE
                WHEN l.capacity IS NULL OR l.taken < l.capacity OR pair[1] IS NOT NULL OR cardinality(asked) > 0
                THEN clock_timestamp() + interval '1 second'
                ELSE least(
                    (SELECT paused_until FROM registration.waiting_list(l) ORDER BY waiting_since, id LIMIT 1),
                    (SELECT min(paused_until) FROM registration.permitted_waiting(l)))
            END END
        WHERE id = l.id;
    END LOOP;
    RETURN total;
END
$$;

-- Those who waited for limits that were deleted are processed like new registrations.
CREATE OR REPLACE FUNCTION registration.release_lists() RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    number bigint;
BEGIN
    IF NOT EXISTS (SELECT FROM registration.released_lists) THEN
        RETURN 0;
    END IF;
    UPDATE registration.registrations
    SET waiting_since = NULL, paused_until = NULL, agreed_at = NULL, due_at = least(due_at, clock_timestamp())
    WHERE id = ANY(ARRAY(
        SELECT id FROM registration.registrations
        WHERE course_id IN (SELECT course_id FROM registration.released_lists)
            AND waiting_since IS NOT NULL AND registration.limit_of(course_id, course_term_id) IS NULL
        ORDER BY waiting_since LIMIT 1000 FOR UPDATE SKIP LOCKED));
    GET DIAGNOSTICS number = ROW_COUNT;
    DELETE FROM registration.released_lists released
    WHERE NOT EXISTS (
        SELECT FROM registration.registrations r
        WHERE r.course_id = released.course_id AND r.waiting_since IS NOT NULL
            AND registration.limit_of(r.course_id, r.course_term_id) IS NULL);
    RETURN number;
END
$$;

-- Finds what must not be: counts that are wrong, people who wait for no limit or have no place of their own, and lists that nobody
-- looks at although a seat is free or somebody on them has a permit.
CREATE OR REPLACE VIEW registration.wrong_seats AS
SELECT 'counts' AS problem, l.id AS enrollment_limit, NULL::uuid AS registration,
    format('%s taken instead of %s, %s waiting instead of %s', l.taken, actual.taken, l.waiting, actual.waiting) AS detail
FROM registration.enrollment_limits l CROSS JOIN LATERAL registration.actual_seats(l) actual
WHERE (l.taken, l.waiting) <> (actual.taken, actual.waiting)
UNION ALL
SELECT 'forgotten list', id, NULL, format('%s of %s taken, %s waiting', taken, capacity, waiting)
FROM registration.enrollment_limits
WHERE waiting > 0 AND look_at IS NULL AND (capacity IS NULL OR taken < capacity)
UNION ALL
SELECT 'forgotten permit', l.id, permitted.id, format('waits since %s', permitted.waiting_since)
FROM registration.enrollment_limits l, registration.permitted_waiting(l) permitted
WHERE l.look_at IS NULL AND l.id = registration.limit_of(permitted.course_id, permitted.course_term_id)
UNION ALL
SELECT 'waits for nothing', NULL, id, format('%s since %s', enrollment, waiting_since)
FROM registration.registrations r
WHERE waiting_since IS NOT NULL AND (enrollment <> 'pending' OR abandoned_at IS NOT NULL
    OR registration.limit_of(course_id, course_term_id) IS NULL
        AND NOT EXISTS (SELECT FROM registration.released_lists released WHERE released.course_id = r.course_id))
UNION ALL
SELECT 'same place', l.id, NULL, format('%s of %s have the same', count(*), other.waiting_since)
FROM registration.enrollment_limits l, registration.waiting_list(l) other
GROUP BY l.id, other.waiting_since HAVING count(*) > 1
UNION ALL
SELECT 'block', NULL, NULL, format('%s people are counted for %s instead of %s', b.waiting, b.offering, b.actual)
FROM (
    SELECT offering, sum(waiting) AS waiting, (
        SELECT count(*) FROM registration.registrations r
        WHERE coalesce(r.course_term_id, r.course_id) = offering AND waiting_since IS NOT NULL) AS actual
    FROM registration.waiting_blocks GROUP BY offering) b
WHERE b.waiting <> b.actual;
