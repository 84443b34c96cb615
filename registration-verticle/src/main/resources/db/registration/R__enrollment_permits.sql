-- Permits: what they lift, and for whom. These functions are PL/pgSQL where each registration calls them, which plans them once.

-- The permits for what a registration is for, while they are valid. One without a course term is for the course and all its terms.
CREATE OR REPLACE FUNCTION registration.permits_of(r registration.registrations) RETURNS SETOF registration.enrollment_permits
LANGUAGE sql STABLE AS $$
    SELECT * FROM registration.enrollment_permits
    WHERE lower(upper(uni)) = lower(upper(r.uni)) AND course_id = r.course_id
        AND (course_term_id = r.course_term_id OR course_term_id IS NULL)
        AND (valid_until >= now() OR valid_until IS NULL)
$$;

-- Whether a permit lets a registration be requested 'outside_dates', or confirmed 'beyond_capacity'.
CREATE OR REPLACE FUNCTION registration.is_permitted(r registration.registrations, exception text) RETURNS boolean
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN EXISTS (
        SELECT FROM registration.permits_of(r)
        WHERE CASE exception WHEN 'outside_dates' THEN outside_dates WHEN 'beyond_capacity' THEN beyond_capacity END);
END
$$;

-- What the permits of a registration lift together, for deciders; null if there is none.
CREATE OR REPLACE FUNCTION registration.permit_of(r registration.registrations) RETURNS jsonb
LANGUAGE plpgsql STABLE AS $$
BEGIN
    RETURN (
        SELECT jsonb_build_object(
            'reason', string_agg(reason, E'\n' ORDER BY course_term_id),
            'outside_dates', bool_or(outside_dates),
            'beyond_capacity', bool_or(beyond_capacity))
        FROM registration.permits_of(r) HAVING count(*) > 0);
END
$$;

-- Those who wait for a seat of a course although a permit lets them be enrolled without one, and about whom the decider is not asked.
CREATE OR REPLACE FUNCTION registration.permitted_waiting(l registration.enrollment_limits) RETURNS SETOF registration.registrations
LANGUAGE sql STABLE AS $$
    SELECT r.*
    FROM registration.enrollment_permits permit
    JOIN registration.registrations r
        ON lower(upper(r.uni)) = lower(upper(permit.uni)) AND r.course_id = permit.course_id AND r.waiting_since IS NOT NULL
    WHERE permit.course_id = l.course_id AND permit.beyond_capacity
        AND r.due_at = 'infinity' AND registration.is_permitted(r, 'beyond_capacity')
$$;

-- A permit acts at once on somebody who waits: a worker looks at the list. Whoever puts somebody on a list has locked the limit, and
-- either sees the permit or is seen here.
CREATE OR REPLACE FUNCTION registration.look_for_permitted() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    limits uuid[] := ARRAY(
        SELECT id FROM registration.enrollment_limits
        WHERE course_id = NEW.course_id
            AND (NEW.course_term_id IS NULL OR id = registration.limit_of(NEW.course_id, NEW.course_term_id))
        ORDER BY id FOR NO KEY UPDATE);
BEGIN
    UPDATE registration.enrollment_limits SET look_at = clock_timestamp() WHERE id = ANY(limits) AND waiting > 0;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER enrollment_permits_look
    AFTER INSERT OR UPDATE ON registration.enrollment_permits
    FOR EACH ROW WHEN (NEW.beyond_capacity)
    EXECUTE FUNCTION registration.look_for_permitted();
