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
    SELECT CASE WHEN r.reason IS NOT NULL THEN
        jsonb_build_object(
            'process', coalesce(registration.enrollment_end(r), 'retrying'),
            'reason', r.reason,
            'attempts', r.attempts - r.uncounted)
    ELSE r.reverted_change - 'request' END
$$;

-- After how many seconds the enrollment of a registration may have another state: when the next attempt is due, or soon while the
-- first one is in progress. Null if it is not pending, or abandoned. The longest wait for which a decider asks is a day.
CREATE OR REPLACE FUNCTION registration.enrollment_retry_after(r registration.registrations) RETURNS integer
LANGUAGE sql STABLE AS $$
    SELECT CASE
        WHEN r.enrollment <> 'pending' OR r.abandoned_at IS NOT NULL THEN NULL
        WHEN r.reason IS NULL THEN 1
        ELSE least(greatest(ceil(extract(epoch FROM r.due_at - now())), 1), 86400)::integer
    END
$$;

-- The registration when its enrollment process starts again: it is due at once, and earlier claims are stale.
CREATE OR REPLACE FUNCTION registration.restarted(r registration.registrations) RETURNS registration.registrations
LANGUAGE plpgsql AS $$
BEGIN
    r.requests := r.requests + 1;
    r.requested_at := clock_timestamp();
    r.due_at := clock_timestamp();
    r.claim := r.claim + 1;
    r.attempts := 0;
    r.uncounted := 0;
    r.abandoned_at := NULL;
    r.reason := NULL;
    RETURN r;
END
$$;

-- Requesting an enrollment again restarts the process. A change saves the state before it: the
-- settled one, or the person and the course for which a new registration is pending. A further change while that one is pending
-- keeps the saved state.
CREATE OR REPLACE FUNCTION registration.begin_enrollment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.former_enrollment IS NULL
        AND (OLD.enrollment, OLD.uni, OLD.course_id) IS DISTINCT FROM ('pending', NEW.uni, NEW.course_id)
    THEN
        NEW.former_uni := OLD.uni;
        NEW.former_course_id := OLD.course_id;
        NEW.former_enrollment := OLD.enrollment;
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
-- pending before it is pending again.
CREATE OR REPLACE FUNCTION registration.end_enrollment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.enrollment <> 'confirmed' THEN
        NEW.reverted_change := registration.enrollment_process(NEW) || jsonb_build_object(
            'requested', jsonb_build_object('uni', OLD.uni, 'course', OLD.course_id),
            'request', OLD.requests);
        NEW.reason := NULL;
        NEW.abandoned_at := NULL;
        NEW.uni := OLD.former_uni;
        NEW.course_id := OLD.former_course_id;
        NEW.enrollment := OLD.former_enrollment;
        IF NEW.enrollment = 'pending' THEN
            NEW := registration.restarted(NEW);
        END IF;
    END IF;
    NEW.former_uni := NULL;
    NEW.former_course_id := NULL;
    NEW.former_enrollment := NULL;
    RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER registrations_end_enrollment
    BEFORE UPDATE OF enrollment, abandoned_at ON registration.registrations
    FOR EACH ROW WHEN (OLD.former_course_id IS NOT NULL AND (NEW.enrollment <> 'pending' OR NEW.abandoned_at IS NOT NULL))
    EXECUTE FUNCTION registration.end_enrollment();

-- A person and course to which a pending change may revert are still taken. The unique key
-- registrations_uni_course_id_key makes a transaction that wants them wait for the one that has changed them; this query then
-- sees the result of that transaction.
CREATE OR REPLACE FUNCTION registration.require_free() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM registration.registrations
        WHERE former_course_id = NEW.course_id AND lower(upper(former_uni)) = lower(upper(NEW.uni)) AND id <> NEW.id
    ) THEN
        RAISE unique_violation USING
            MESSAGE = 'A registration that is being changed may go back to this person and course',
            CONSTRAINT = 'registrations_uni_course_id_key';
    END IF;
    RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER registrations_require_free
    AFTER INSERT OR UPDATE OF uni, course_id ON registration.registrations
    FOR EACH ROW EXECUTE FUNCTION registration.require_free();
