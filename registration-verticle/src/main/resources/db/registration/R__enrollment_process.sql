-- The enrollment process of a registration, as functions and triggers. Versioned migrations add the columns.

-- How the process of a registration itself ended without a confirmation; null if it did not.
CREATE OR REPLACE FUNCTION registration.enrollment_end(r registration.registrations) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN r.abandoned_at IS NOT NULL THEN 'abandoned'
        WHEN r.reason IS NOT NULL AND r.enrollment <> 'pending' THEN 'rejected'
    END
$$;

-- How the last request that ended without a confirmation ended: that of the registration itself, or else a reverted change; null if
-- there is none.
CREATE OR REPLACE FUNCTION registration.enrollment_outcome(r registration.registrations) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT coalesce(registration.enrollment_end(r), r.reverted_change ->> 'process')
$$;

-- The number of that request.
CREATE OR REPLACE FUNCTION registration.enrollment_outcome_number(r registration.registrations) RETURNS integer
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN registration.enrollment_end(r) IS NOT NULL THEN r.requests
        ELSE (r.reverted_change ->> 'request')::integer
    END
$$;

-- Why the enrollment of a registration is in its current state, for everyone who may read the registration; null while there is
-- nothing to report. "attempts" are those that count against enrollment.max-attempts. It is STABLE like jsonb_build_object, so that
-- PostgreSQL inlines it instead of calling it for each row.
CREATE OR REPLACE FUNCTION registration.enrollment_process(r registration.registrations) RETURNS jsonb
LANGUAGE sql STABLE AS $$
    SELECT CASE
        WHEN r.waiting_since IS NOT NULL THEN
            jsonb_build_object(
                'process', 'waiting',
                'reason', coalesce(r.reason, 'No seat is free; the person is on the waiting list.'),
                'attempts', r.attempts - r.uncounted)
            || coalesce(registration.place(r), '{}')
        WHEN r.reason IS NOT NULL THEN
            jsonb_build_object(
                'process', coalesce(registration.enrollment_end(r), 'retrying'),
                'reason', r.reason,
                'attempts', r.attempts - r.uncounted)
        ELSE r.reverted_change - 'request' - 'seats_when_full'
    END
$$;

-- After how many seconds the enrollment of a registration may have another state: when the next attempt is due, or soon while the
-- first one is in progress. A seat may take long to become free. Null if it is not pending, or abandoned. The longest wait for which a
-- decider asks is a day.
CREATE OR REPLACE FUNCTION registration.enrollment_retry_after(r registration.registrations) RETURNS integer
LANGUAGE sql STABLE AS $$
    SELECT CASE
        WHEN r.enrollment <> 'pending' OR r.abandoned_at IS NOT NULL THEN NULL
        WHEN r.waiting_since IS NOT NULL THEN 60
        WHEN r.reason IS NULL THEN 1
        ELSE least(greatest(ceil(extract(epoch FROM r.due_at - now())), 1), 86400)::integer
    END
$$;

-- How a registration stands, in one word for people and programs.
CREATE OR REPLACE FUNCTION registration.status(r registration.registrations) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN r.enrollment = 'confirmed' THEN 'enrolled'
        WHEN r.enrollment = 'requested' THEN 'rejected'
        WHEN r.abandoned_at IS NOT NULL THEN 'abandoned'
        WHEN r.waiting_since IS NOT NULL THEN 'waiting'
        ELSE 'processing'
    END
$$;

-- The registration without a place on a list.
CREATE OR REPLACE FUNCTION registration.unlisted(r registration.registrations) RETURNS registration.registrations
LANGUAGE plpgsql AS $$
BEGIN
    r.waiting_since := NULL;
    r.paused_until := NULL;
    r.agreed_at := NULL;
    RETURN r;
END
$$;

-- The registration when its enrollment process starts again: it is due at once, and earlier claims are stale.
CREATE OR REPLACE FUNCTION registration.restarted(r registration.registrations) RETURNS registration.registrations
LANGUAGE plpgsql AS $$
BEGIN
    r.requests := r.requests + 1;
    r.began_at := clock_timestamp();
    r.due_at := clock_timestamp();
    r.claim := r.claim + 1;
    r.attempts := 0;
    r.uncounted := 0;
    r.abandoned_at := NULL;
    r.reason := NULL;
    r.seats_when_full := NULL;
    RETURN registration.unlisted(r);
END
$$;

-- Requesting an enrollment again restarts the process, unless the registration waits on a list: it keeps its place. A change saves the
-- state before it: the settled one, or the person, the course and the course term for which a new registration is pending. A further
-- change while that one is pending keeps the saved state, unless the registration has a place on a list meanwhile, and no seat elsewhere.
-- Whoever changes the course and knows no course terms, as nodes of the first version do, registers for the course without one.
CREATE OR REPLACE FUNCTION registration.begin_enrollment() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    is_change boolean;
BEGIN
    IF NEW.course_id <> OLD.course_id AND NEW.course_term_id = OLD.course_term_id THEN
        NEW.course_term_id := NULL;
    END IF;
    is_change := (NEW.uni, NEW.course_id, NEW.course_term_id) IS DISTINCT FROM (OLD.uni, OLD.course_id, OLD.course_term_id);
    IF OLD.waiting_since IS NOT NULL AND NOT is_change THEN
        RETURN NEW;
    END IF;
    IF OLD.former_enrollment IS NULL AND (OLD.enrollment <> 'pending' OR is_change)
        OR OLD.former_enrollment <> 'confirmed' AND OLD.waiting_since IS NOT NULL
    THEN
        NEW.former_uni := OLD.uni;
        NEW.former_course_id := OLD.course_id;
        NEW.former_course_term_id := OLD.course_term_id;
        NEW.former_enrollment := OLD.enrollment;
        NEW.former_requested_at := OLD.requested_at;
        NEW.former_confirmed_at := OLD.confirmed_at;
        NEW.former_waiting_since := OLD.waiting_since;
    END IF;
    -- What is pending or confirmed already keeps its times when it is requested again. Who goes back to a seat that is still theirs
    -- may do so at any time.
    IF is_change OR OLD.enrollment = 'requested' OR OLD.abandoned_at IS NOT NULL THEN
        NEW.requested_at := clock_timestamp();
        NEW.confirmed_at := NULL;
        IF (NEW.former_enrollment, NEW.former_uni, NEW.former_course_id, NEW.former_course_term_id)
            IS DISTINCT FROM ('confirmed', NEW.uni, NEW.course_id, NEW.course_term_id)
        THEN
            PERFORM registration.require_open(NEW);
        END IF;
    END IF;
    NEW := registration.restarted(NEW);
    NEW.reverted_change := NULL;
    RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER registrations_begin_enrollment
    BEFORE UPDATE OF enrollment ON registration.registrations
    FOR EACH ROW WHEN (NEW.enrollment = 'pending')
    EXECUTE FUNCTION registration.begin_enrollment();

-- Ending the enrollment of a change without a confirmation reverts the change. A registration that was
-- pending before it is pending again, and has its place on a list again. A confirmation that has not asked for a seat, as those of
-- nodes of the first version, has no effect where there is a limit; a node that knows the limits claims the registration later.
CREATE OR REPLACE FUNCTION registration.end_enrollment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.enrollment = 'confirmed' AND current_setting('registrar.seats', true) IS DISTINCT FROM 'given'
        AND registration.limit_of(NEW.course_id, NEW.course_term_id) IS NOT NULL
    THEN
        RETURN NULL;
    END IF;
    NEW := registration.unlisted(NEW);
    IF NEW.enrollment = 'confirmed' THEN
        NEW.confirmed_at := coalesce(NEW.confirmed_at, clock_timestamp());
    ELSIF OLD.former_course_id IS NOT NULL THEN
        NEW.reverted_change := registration.enrollment_process(NEW) || jsonb_build_object(
            'requested', jsonb_build_object('uni', OLD.uni, 'course', OLD.course_id, 'course_term', OLD.course_term_id),
            'request', OLD.requests, 'seats_when_full', NEW.seats_when_full);
        NEW.reason := NULL;
        NEW.seats_when_full := NULL;
        NEW.abandoned_at := NULL;
        NEW.uni := OLD.former_uni;
        NEW.course_id := OLD.former_course_id;
        NEW.course_term_id := OLD.former_course_term_id;
        NEW.enrollment := OLD.former_enrollment;
        NEW.requested_at := coalesce(OLD.former_requested_at, OLD.requested_at);
        NEW.confirmed_at := OLD.former_confirmed_at;
        IF NEW.enrollment = 'pending' THEN
            NEW := registration.restarted(NEW);
            IF registration.limit_of(NEW.course_id, NEW.course_term_id) IS NOT NULL AND OLD.former_waiting_since IS NOT NULL THEN
                NEW.waiting_since := OLD.former_waiting_since;
                IF NOT registration.is_permitted(NEW, 'beyond_capacity') THEN
                    NEW.due_at := 'infinity';
                END IF;
            END IF;
        END IF;
    END IF;
    NEW.former_uni := NULL;
    NEW.former_course_id := NULL;
    NEW.former_course_term_id := NULL;
    NEW.former_enrollment := NULL;
    NEW.former_requested_at := NULL;
    NEW.former_confirmed_at := NULL;
    NEW.former_waiting_since := NULL;
    RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER registrations_end_enrollment
    BEFORE UPDATE OF enrollment, abandoned_at ON registration.registrations
    FOR EACH ROW WHEN (OLD.enrollment = 'pending' AND (NEW.enrollment <> 'pending' OR NEW.abandoned_at IS NOT NULL))
    EXECUTE FUNCTION registration.end_enrollment();

-- What a pending change may revert to is still taken. The unique key registrations_uni_course_id_key makes a transaction that wants it
-- wait for the one that has changed it; this query then sees the result of that transaction.
CREATE OR REPLACE FUNCTION registration.require_free() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM registration.registrations
        WHERE former_course_id = NEW.course_id AND former_course_term_id IS NOT DISTINCT FROM NEW.course_term_id
            AND lower(upper(former_uni)) = lower(upper(NEW.uni)) AND id <> NEW.id
    ) THEN
        RAISE unique_violation USING
            MESSAGE = 'A registration that is being changed may go back to this person and course',
            CONSTRAINT = 'registrations_uni_course_id_key';
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER registrations_require_free
    AFTER INSERT OR UPDATE OF uni, course_id, course_term_id ON registration.registrations
    FOR EACH ROW EXECUTE FUNCTION registration.require_free();
