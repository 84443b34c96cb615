-- Registrations for a course term, and the times of a registration. Nodes of the version before keep working with this schema: what
-- they do not know has defaults, or is kept by the triggers of the enrollment process.

ALTER TABLE registration.registrations
    ADD COLUMN course_term_id uuid,

    -- requested_at is when the person asked for what the registration is for: it stays while that is requested again before it is
    -- rejected or abandoned. This is when the current process began.
    ADD COLUMN began_at timestamptz NOT NULL DEFAULT now(),
    -- Null until the enrollment is confirmed, and where that was before this column existed.
    ADD COLUMN confirmed_at timestamptz,
    -- Since when the registration waits for a seat; null if it does not.
    ADD COLUMN waiting_since timestamptz,

    ADD COLUMN former_course_term_id uuid,
    ADD COLUMN former_requested_at   timestamptz,
    ADD COLUMN former_confirmed_at   timestamptz;

UPDATE registration.registrations SET began_at = requested_at WHERE enrollment = 'pending';

-- A course term that does not exist violates the first key, and one that does not belong to the course of the registration the second
-- one. Without a course term, nothing is checked (MATCH SIMPLE).
ALTER TABLE registration.registrations
    ADD CONSTRAINT registrations_course_term_id_fkey FOREIGN KEY (course_term_id) REFERENCES course.course_terms (id),
    ADD CONSTRAINT registrations_course_term_id_course_id_fkey
        FOREIGN KEY (course_term_id, course_id) REFERENCES course.course_terms (id, course_id),
    ADD CONSTRAINT registrations_former_course_term_id_course_id_fkey
        FOREIGN KEY (former_course_term_id, former_course_id) REFERENCES course.course_terms (id, course_id);

-- A person has one registration for each course term, and one for each course without a course term. The names of the indexes stay,
-- because nodes of the version before know them.
DROP INDEX registration.registrations_uni_course_id_key;
CREATE UNIQUE INDEX registrations_uni_course_id_key
    ON registration.registrations (lower(upper(uni)), course_id, course_term_id) NULLS NOT DISTINCT;
DROP INDEX registration.registrations_former_key;
CREATE UNIQUE INDEX registrations_former_key
    ON registration.registrations (former_course_id, lower(upper(former_uni)), former_course_term_id) NULLS NOT DISTINCT
    WHERE former_course_id IS NOT NULL;

CREATE INDEX registrations_course_term_id_idx ON registration.registrations (course_term_id) WHERE course_term_id IS NOT NULL;
-- For the sort key. Without the id: where many registrations have the same time, such as after a load by SQL, PostgreSQL 18 would look
-- up ids in it instead of in the primary key.
CREATE INDEX registrations_requested_at_idx ON registration.registrations (requested_at);
