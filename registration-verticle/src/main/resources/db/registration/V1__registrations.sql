CREATE TABLE registration.registrations (
    id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    uni        varchar(64) COLLATE pg_c_utf8 NOT NULL,
    enrollment text NOT NULL CHECK (enrollment IN ('requested', 'pending', 'confirmed')),
    course_id  uuid NOT NULL,
    CONSTRAINT registrations_uni_course_id_key UNIQUE (uni, course_id),
    -- The one reference across verticles: no check over the event bus could keep a course from being deleted meanwhile.
    CONSTRAINT registrations_course_id_fkey FOREIGN KEY (course_id) REFERENCES course.courses (id)
);

CREATE INDEX registrations_course_id_idx ON registration.registrations (course_id);

-- What the enrollment worker still has to do.
CREATE INDEX registrations_pending_idx ON registration.registrations (id) WHERE enrollment = 'pending';
