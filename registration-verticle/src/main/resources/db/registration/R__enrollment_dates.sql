-- When a limit lets people register and drop, and what they register for.

-- Errors with SQLSTATE 23R01 are for clients: the message is their detail, and PostgreSQL's DETAIL is their meta, a JSON object.
CREATE OR REPLACE FUNCTION registration.utc_text(moment timestamptz) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT replace(to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '.000000Z', 'Z')
$$;

CREATE OR REPLACE FUNCTION registration.require_open(r registration.registrations) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    l registration.enrollment_limits;
    is_early boolean;
BEGIN
    SELECT * INTO l FROM registration.enrollment_limits
    WHERE id = registration.limit_of(r.course_id, r.course_term_id)
        AND (opens_at > clock_timestamp() OR closes_at <= clock_timestamp());
    IF NOT FOUND OR registration.is_permitted(r, 'outside_dates') THEN
        RETURN;
    END IF;
    is_early := coalesce(l.opens_at > clock_timestamp(), false);
    RAISE SQLSTATE '23R01' USING
        CONSTRAINT = CASE WHEN is_early THEN 'enrollment_not_open' ELSE 'enrollment_closed' END,
        MESSAGE = concat_ws(' ',
            CASE WHEN is_early THEN 'People can register from ' || registration.utc_text(l.opens_at) || ' on'
                || coalesce(', until ' || registration.utc_text(l.closes_at), '') || '.'
            ELSE 'People could register' || coalesce(' from ' || registration.utc_text(l.opens_at), '')
                || ' until ' || registration.utc_text(l.closes_at) || '.' END),
        DETAIL = jsonb_build_object(
            'opens_at', registration.utc_text(l.opens_at), 'closes_at', registration.utc_text(l.closes_at))::text;
END
$$;

CREATE OR REPLACE FUNCTION registration.require_open_for_new() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM registration.require_open(NEW);
    RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER registrations_require_open
    BEFORE INSERT ON registration.registrations
    FOR EACH ROW WHEN (NEW.enrollment = 'pending')
    EXECUTE FUNCTION registration.require_open_for_new();

-- Who the caller is, is known to triggers that fire after the change.
CREATE OR REPLACE FUNCTION registration.is_caller_bound() RETURNS boolean
LANGUAGE sql STABLE AS $$
    SELECT coalesce(nullif(current_setting('registrar.request', true), '')::jsonb ? 'uni', false)
$$;

CREATE OR REPLACE FUNCTION registration.require_droppable() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    until timestamptz;
BEGIN
    SELECT drop_until INTO until FROM registration.enrollment_limits
    WHERE drop_until < clock_timestamp() AND id = CASE
        WHEN OLD.former_enrollment = 'confirmed' THEN registration.limit_of(OLD.former_course_id, OLD.former_course_term_id)
        ELSE registration.limit_of(OLD.course_id, OLD.course_term_id)
    END;
    IF FOUND AND registration.is_caller_bound() THEN
        RAISE SQLSTATE '23R01' USING CONSTRAINT = 'drop_closed',
            MESSAGE = format('People could drop the course themselves until %s; ask the office.', registration.utc_text(until)),
            DETAIL = jsonb_build_object('drop_until', registration.utc_text(until))::text;
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER registrations_require_droppable
    AFTER DELETE ON registration.registrations
    FOR EACH ROW WHEN ('confirmed' IN (OLD.enrollment, OLD.former_enrollment))
    EXECUTE FUNCTION registration.require_droppable();
CREATE OR REPLACE TRIGGER registrations_require_droppable_to_move
    AFTER UPDATE OF enrollment ON registration.registrations
    FOR EACH ROW WHEN (
        NEW.enrollment = 'pending' AND NEW.former_enrollment = 'confirmed'
        AND (NEW.course_id, NEW.course_term_id) IS DISTINCT FROM (OLD.course_id, OLD.course_term_id)
        AND (NEW.course_id, NEW.course_term_id) IS DISTINCT FROM (NEW.former_course_id, NEW.former_course_term_id))
    EXECUTE FUNCTION registration.require_droppable();

-- Without a course term, a registration would be a way around the seats of the terms.
CREATE OR REPLACE FUNCTION registration.require_course_term() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (SELECT FROM registration.enrollment_limits WHERE course_id = NEW.course_id AND course_term_id IS NOT NULL)
        AND registration.is_caller_bound()
    THEN
        RAISE SQLSTATE '23R01' USING CONSTRAINT = 'course_term_required',
            MESSAGE = 'The seats of this course are those of its terms: choose one of them, as the relationship "course_term".';
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER registrations_require_course_term
    AFTER INSERT ON registration.registrations
    FOR EACH ROW WHEN (NEW.course_term_id IS NULL)
    EXECUTE FUNCTION registration.require_course_term();
CREATE OR REPLACE TRIGGER registrations_require_course_term_to_change
    AFTER UPDATE OF enrollment ON registration.registrations
    FOR EACH ROW WHEN (NEW.enrollment = 'pending' AND NEW.course_term_id IS NULL AND NEW.requested_at > OLD.requested_at)
    EXECUTE FUNCTION registration.require_course_term();
