-- Permits: exceptions of one person from the dates or the capacity of a course, or of one term of it.
CREATE TABLE registration.enrollment_permits (
    id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    uni             varchar(64) COLLATE pg_c_utf8 NOT NULL,
    reason          varchar(500) COLLATE pg_c_utf8 NOT NULL,
    outside_dates   boolean NOT NULL DEFAULT false,
    beyond_capacity boolean NOT NULL DEFAULT false,
    valid_until     timestamptz,
    course_id       uuid NOT NULL,
    -- Null means the course and all its terms.
    course_term_id  uuid,

    -- A course or a course term that is deleted takes its permits with it.
    CONSTRAINT enrollment_permits_course_id_fkey FOREIGN KEY (course_id) REFERENCES course.courses (id) ON DELETE CASCADE,
    CONSTRAINT enrollment_permits_course_term_id_fkey
        FOREIGN KEY (course_term_id) REFERENCES course.course_terms (id) ON DELETE CASCADE,
    CONSTRAINT enrollment_permits_course_term_id_course_id_fkey
        FOREIGN KEY (course_term_id, course_id) REFERENCES course.course_terms (id, course_id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX enrollment_permits_uni_course_id_key
    ON registration.enrollment_permits (lower(upper(uni)), course_id, course_term_id) NULLS NOT DISTINCT;
CREATE INDEX enrollment_permits_uni_idx ON registration.enrollment_permits (uni, id);
CREATE INDEX enrollment_permits_course_id_idx ON registration.enrollment_permits (course_id);
CREATE INDEX enrollment_permits_course_term_id_idx ON registration.enrollment_permits (course_term_id)
    WHERE course_term_id IS NOT NULL;
