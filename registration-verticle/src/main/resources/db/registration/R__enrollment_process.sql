-- The functions of the enrollment, as they are now. Numbered migrations add columns and the triggers that call these functions; a
-- changed function is changed here alone.

-- How the enrollment process of a registration has ended without a confirmation; null while it has not.
CREATE OR REPLACE FUNCTION registration.enrollment_outcome(r registration.registrations) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN r.abandoned_at IS NOT NULL THEN 'abandoned'
        WHEN r.reason IS NOT NULL AND r.enrollment <> 'pending' THEN 'rejected'
    END
$$;

-- How the enrollment of a registration came to be where it is, for everybody who may see it; null while there is nothing to
-- tell. "requested" is there when it is not the registration itself: a change that did not come about.
CREATE OR REPLACE FUNCTION registration.enrollment_process(r registration.registrations) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN r.reason IS NOT NULL THEN
        jsonb_build_object(
            'process', coalesce(registration.enrollment_outcome(r), 'retrying'),
            'reason', r.reason,
            'attempts', r.attempts)
        || CASE WHEN r.requested_uni IS NULL THEN '{}' ELSE jsonb_build_object(
            'requested', jsonb_build_object('uni', r.requested_uni, 'course', r.requested_course_id)) END
    END
$$;

-- registrations_begin_enrollment: whoever requests an enrollment again starts the process from its beginning, and a claim on the
-- earlier one no longer counts. A change of a settled registration keeps its state; a further change, while that is pending,
-- keeps the same one.
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

-- registrations_end_enrollment: whoever ends the enrollment of a change without confirming it reverts the change with that.
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

-- registrations_require_free: a person and course to which a pending change may go back are taken.
-- registrations_uni_course_id_key makes whoever wants them wait for the transaction that has left them; this query then sees
-- what that transaction has done.
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
