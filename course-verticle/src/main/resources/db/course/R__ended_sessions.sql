-- The browser sessions that have ended before their time, of all gateways. They have nothing to do with courses; but some verticle
-- with a database has to keep them.
CREATE TABLE IF NOT EXISTS course.ended_sessions (
    -- Where it was kept, and a digest of its secret: nobody can use it.
    session text PRIMARY KEY,
    -- In the order in which they become visible.
    number  bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
    -- When it would have ended by itself, and may be forgotten.
    until   timestamptz NOT NULL
);

CREATE INDEX IF NOT EXISTS ended_sessions_until_idx ON course.ended_sessions (until);
