-- The current versions of the enrollment functions. Versioned migrations add columns and the triggers that call these functions;
-- change a function only in this file.

-- How the enrollment process of a registration ended without a confirmation; null if it did not.
CREATE OR REPLACE FUNCTION registration.enrollment_outcome(r registration.registrations) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN r.abandoned_at IS NOT NULL THEN 'abandoned'
        WHEN r.reason IS NOT NULL AND r.enrollment <> 'pending' THEN 'rejected'
    END
$$;

-- Why the enrollment of a registration is in its current state, for everyone who may read the registration; null while there is
-- nothing to report. "attempts" are those that count against enrollment.max-attempts. "requested" is the content of a change that
-- was not applied. It is STABLE like jsonb_build_object, so that PostgreSQL inlines it instead of calling it for each row.
CREATE OR REPLACE FUNCTION registration.enrollment_process(r registration.registrations) RETURNS jsonb
LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN r.reason IS NOT NULL THEN
        jsonb_build_object(
            'process', coalesce(registration.enrollment_outcome(r), 'retrying'),
            'reason', r.reason,
            'attempts', r.attempts - r.excused)
        || CASE WHEN r.requested_uni IS NULL THEN '{}' ELSE jsonb_build_object(
            'requested', jsonb_build_object('uni', r.requested_uni, 'course', r.requested_course_id)) END
    END
$$;

-- registrations_begin_enrollment: requesting an enrollment again restarts the process, and makes earlier claims stale. A change of
-- a settled registration saves its state; a further change while that one is pending keeps the saved state.
CREATE OR REPLACE FUNCTION registration.begin_enrollment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF OLD.enrollment <> 'pending' THEN
        NEW.former_uni := OLD.uni;
        NEW.former_course_id := OLD.course_id;
        NEW.former_enrollment := OLD.enrollment;
    END IF;
    NEW.requests := OLD.requests + 1;
    NEW.requested_at := clock_timestamp();
    NEW.due_at := clock_timestamp();
    NEW.claim := OLD.claim + 1;
    NEW.attempts := 0;
    NEW.excused := 0;
    NEW.abandoned_at := NULL;
    NEW.reason := NULL;
    NEW.requested_uni := NULL;
    NEW.requested_course_id := NULL;
    RETURN NEW;
END
$$;

-- registrations_end_enrollment: ending the enrollment of a change without a confirmation reverts the change.
CREATE OR REPLACE FUNCTION registration.end_enrollment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.enrollment <> 'confirmed' THEN
        NEW.requested_uni := OLD.uni;
        NEW.requested_course_id := OLD.course_id;
        NEW.uni := OLD.former_uni;
        NEW.course_id := OLD.former_course_id;
        NEW.enrollment := OLD.former_enrollment;
    END IF;
    NEW.former_uni := NULL;
    NEW.former_course_id := NULL;
    NEW.former_enrollment := NULL;
    RETURN NEW;
END
$$;

-- registrations_require_free: a person and course to which a pending change may revert are still taken. The unique key
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
