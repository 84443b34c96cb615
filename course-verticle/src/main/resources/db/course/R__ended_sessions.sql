-- The browser sessions of all gateways that ended before they expired. They are unrelated to courses, but a verticle with a
-- database has to store them.
CREATE TABLE IF NOT EXISTS course.ended_sessions (
    -- The gateway that kept the session, and a digest of its secret; this name cannot be used to sign in.
    session text PRIMARY KEY,
    -- Increases in the order in which rows become visible.
    number  bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    -- When the session would have expired; after that the row can be removed.
    until   timestamptz NOT NULL
);

CREATE INDEX IF NOT EXISTS ended_sessions_until_idx ON course.ended_sessions (until);
