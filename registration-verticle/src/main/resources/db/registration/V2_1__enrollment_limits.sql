-- How many people can be enrolled in a course, or in one term of it, how many can wait, and when people can register and drop.
CREATE TABLE registration.enrollment_limits (
    id                uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    course_id         uuid NOT NULL,
    course_term_id    uuid,
    -- Null means no limit.
    capacity          integer CHECK (capacity >= 0),
    waitlist_capacity integer CHECK (waitlist_capacity >= 0),
    opens_at          timestamptz,
    closes_at         timestamptz,
    drop_until        timestamptz,

    -- How many registrations have a seat, and how many wait for one. Triggers of registrations count them.
    taken              integer NOT NULL DEFAULT 0,
    waiting            integer NOT NULL DEFAULT 0,
    -- The last place that was given on the list: places are in strict order whatever the clock says.
    last_waiting_since timestamptz,
    -- When a worker has to look at the list, because a seat may be free for it; null if there is no need.
    look_at            timestamptz,

    CONSTRAINT enrollment_limits_dates_check CHECK (opens_at < closes_at),
    -- A course or a course term that is deleted takes its limit with it.
    CONSTRAINT enrollment_limits_course_id_fkey FOREIGN KEY (course_id) REFERENCES course.courses (id) ON DELETE CASCADE,
    CONSTRAINT enrollment_limits_course_term_id_fkey
        FOREIGN KEY (course_term_id) REFERENCES course.course_terms (id) ON DELETE CASCADE,
    CONSTRAINT enrollment_limits_course_term_id_course_id_fkey
        FOREIGN KEY (course_term_id, course_id) REFERENCES course.course_terms (id, course_id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX enrollment_limits_offering_key ON registration.enrollment_limits (course_id, course_term_id) NULLS NOT DISTINCT;
CREATE INDEX enrollment_limits_course_term_id_idx ON registration.enrollment_limits (course_term_id) WHERE course_term_id IS NOT NULL;
CREATE INDEX enrollment_limits_look_at_idx ON registration.enrollment_limits (look_at) WHERE look_at IS NOT NULL;
-- Counting changes the row with every seat: there is room for its next versions beside it.
ALTER TABLE registration.enrollment_limits SET (fillfactor = 50);

-- Courses whose limit was deleted while people were waiting for it: they no longer have to.
CREATE TABLE registration.released_lists (course_id uuid NOT NULL);

-- A registration that waits is pending, with waiting_since, and due at infinity: no worker tries anything until a seat may be free.
ALTER TABLE registration.registrations
    -- Until when others may be asked first, because the decider gave no decision on this one.
    ADD COLUMN paused_until timestamptz,
    -- When the decider last confirmed a registration that waits and has a seat elsewhere: two of these can exchange their seats.
    ADD COLUMN agreed_at timestamptz,
    -- The place on a list to which a pending change may revert.
    ADD COLUMN former_waiting_since timestamptz,
    -- The seats of the limit when the registration was rejected because no seat and no place was left.
    ADD COLUMN seats_when_full jsonb;

-- People wait for an offering: a course term, or a course without one.
CREATE INDEX registrations_waiting_idx ON registration.registrations (coalesce(course_term_id, course_id), waiting_since, id)
    WHERE waiting_since IS NOT NULL;

-- Those about whom the decider is asked: seats are kept for them.
CREATE INDEX registrations_asked_idx ON registration.registrations (coalesce(course_term_id, course_id), waiting_since, id)
    WHERE waiting_since IS NOT NULL AND due_at < 'infinity';

-- How many of those who wait for an offering have waited since these times, up to the next one: a place is counted from blocks.
CREATE TABLE registration.waiting_blocks (
    offering  uuid NOT NULL,
    starts_at timestamptz NOT NULL,
    course_id uuid NOT NULL,
    waiting   integer NOT NULL,
    PRIMARY KEY (offering, starts_at)
);
CREATE INDEX waiting_blocks_course_id_idx ON registration.waiting_blocks (course_id, offering);

-- How many seats and places a change of registrations has taken or freed.
CREATE TYPE registration.seat_change AS (
    course_id uuid, course_term_id uuid, taken bigint, waiting bigint, waiting_since timestamptz);

-- A decision to be stored, with the limits of the seat that it needs and of the seat that the registration has elsewhere.
CREATE TYPE registration.settlement AS (
    id uuid, claim bigint, enrollment text, reason text, seat_limit uuid, former_limit uuid, result text);
