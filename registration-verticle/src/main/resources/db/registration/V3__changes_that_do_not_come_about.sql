-- A change of a registration that is rejected or abandoned leaves the registration as it was before, its seat included.
ALTER TABLE registration.registrations
    -- How often the enrollment has been requested: it tells the requests apart.
    ADD COLUMN requests            integer NOT NULL DEFAULT 1,
    -- The last settled state, while a change of it is pending.
    ADD COLUMN former_uni          varchar(64) COLLATE pg_c_utf8,
    ADD COLUMN former_course_id    uuid,
    ADD COLUMN former_enrollment   text,
    -- What was asked for by the last change, if it did not come about.
    ADD COLUMN requested_uni       varchar(64) COLLATE pg_c_utf8,
    ADD COLUMN requested_course_id uuid,
    ADD CONSTRAINT registrations_former_course_id_fkey FOREIGN KEY (former_course_id) REFERENCES course.courses (id);

CREATE UNIQUE INDEX registrations_former_key ON registration.registrations (former_course_id, former_uni)
    WHERE former_course_id IS NOT NULL;

-- A change of a settled registration keeps its state; a further one, while that is pending, keeps the same.
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
    NEW.abandoned_at := NULL;
    NEW.reason := NULL;
    NEW.requested_uni := NULL;
    NEW.requested_course_id := NULL;
    RETURN NEW;
END
$$;

-- Whoever ends the enrollment of a change without confirming it takes the change back with that.
CREATE FUNCTION registration.end_enrollment() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER registrations_end_enrollment
    BEFORE UPDATE OF enrollment, abandoned_at ON registration.registrations
    FOR EACH ROW WHEN (OLD.former_course_id IS NOT NULL AND (NEW.enrollment <> 'pending' OR NEW.abandoned_at IS NOT NULL))
    EXECUTE FUNCTION registration.end_enrollment();

-- What a pending change may go back to is taken. registrations_uni_course_id_key makes whoever wants it wait for the
-- transaction that has left it; this query then sees what that has done.
CREATE FUNCTION registration.require_free() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM registration.registrations
        WHERE former_course_id = NEW.course_id AND former_uni = NEW.uni AND id <> NEW.id
    ) THEN
        RAISE unique_violation USING
            MESSAGE = 'A registration that is being changed may go back to this person and course',
            CONSTRAINT = 'registrations_uni_course_id_key';
    END IF;
    RETURN NULL;
END
$$;

CREATE TRIGGER registrations_require_free
    AFTER INSERT OR UPDATE OF uni, course_id ON registration.registrations
    FOR EACH ROW EXECUTE FUNCTION registration.require_free();
