-- How many of the attempts do not count against enrollment.max-attempts, as nobody got a decision then.
ALTER TABLE registration.registrations ADD COLUMN excused integer NOT NULL DEFAULT 0;

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
