CREATE TABLE registration.registrations (
    id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    uni          varchar(64) COLLATE pg_c_utf8 NOT NULL,
    enrollment   text NOT NULL CHECK (enrollment IN ('requested', 'pending', 'confirmed')),
    course_id    uuid NOT NULL,

    -- A pending registration is itself the work item of its enrollment process.
    -- When the process began.
    requested_at timestamptz NOT NULL DEFAULT now(),
    -- When a worker may claim it: at once, after the wait before the next attempt, or when the lease of a claim is over.
    due_at       timestamptz NOT NULL DEFAULT now(),
    -- The number of the last claim, which is the fencing token: whoever completes the enrollment must hold it.
    claim        bigint NOT NULL DEFAULT 0,
    attempts     integer NOT NULL DEFAULT 0,
    -- When the process gave up; only a new request begins it again.
    abandoned_at timestamptz,
    -- Why the registration is not confirmed, in a sentence for everybody who may see it.
    reason       text,
    -- How often the enrollment has been requested: it tells the requests apart.
    requests     integer NOT NULL DEFAULT 1,

    -- The state to which the registration goes back if the pending change of it is rejected or abandoned.
    former_uni        varchar(64) COLLATE pg_c_utf8,
    former_course_id  uuid,
    former_enrollment text,

    -- How many of the attempts do not count against enrollment.max-attempts, because nobody got a decision then.
    uncounted     integer NOT NULL DEFAULT 0,
    -- The trace of the request that changed the registration last (W3C Trace Context): what the enrollment process does later, on
    -- any node, belongs to it.
    traceparent text,
    -- The last change that was rejected or abandoned: what meta.enrollment shows about it, and the number of its request. It is
    -- stored apart from the other columns because these belong to the registration as it was before the change; if that is
    -- pending, its enrollment process goes on. Null after a client has requested the enrollment again.
    reverted_change jsonb,

    -- The references across verticles: no check over the event bus could keep a course from being deleted meanwhile.
    CONSTRAINT registrations_course_id_fkey FOREIGN KEY (course_id) REFERENCES course.courses (id),
    CONSTRAINT registrations_former_course_id_fkey FOREIGN KEY (former_course_id) REFERENCES course.courses (id)
);

-- A person is one whatever the case of the letters of the uni. upper() comes first: the two forms of a small sigma are one.
CREATE UNIQUE INDEX registrations_uni_course_id_key ON registration.registrations (lower(upper(uni)), course_id);
CREATE UNIQUE INDEX registrations_former_key ON registration.registrations (former_course_id, lower(upper(former_uni)))
    WHERE former_course_id IS NOT NULL;

CREATE INDEX registrations_uni_idx ON registration.registrations (uni, id);
CREATE INDEX registrations_course_id_idx ON registration.registrations (course_id);
CREATE INDEX registrations_due_idx ON registration.registrations (due_at)
    WHERE enrollment = 'pending' AND abandoned_at IS NULL;
