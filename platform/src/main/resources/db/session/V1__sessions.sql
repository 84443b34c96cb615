-- Browser sessions. Whoever reads this table cannot use them: only the cookie holds the id of a session, from which the key of its
-- content is derived. The gateways know what a content and the hashes are.
CREATE TABLE session.sessions (
    -- A hash of the id.
    id        text PRIMARY KEY,
    -- Issuer and subject, one per line.
    caller    text NOT NULL,
    -- What the caller may do.
    rights    text NOT NULL,
    -- Encrypted; it includes the access token that opened the session.
    content   bytea NOT NULL,
    -- The id is derived from this and from a secret of the request that opened the session, which is not stored.
    nonce     text NOT NULL,
    -- Hashes of the Idempotency-Key of that request, blank without one, and of its secret: when the request is repeated, it gets the
    -- same session.
    key       text NOT NULL,
    request   text NOT NULL,
    opened_at timestamptz NOT NULL,
    ends_at   timestamptz NOT NULL
);

CREATE INDEX sessions_caller_idx ON session.sessions (caller, opened_at);
CREATE INDEX sessions_ends_at_idx ON session.sessions (ends_at);

-- Opens a session, and ends the oldest ones of a caller who has too many. Returns the open session: if the same request has opened one
-- before, or one that gave the caller other rights had the same key, that session. Returns null if too many are open in total; several
-- requests at the same time may exceed that limit by a few.
CREATE FUNCTION session.open(opened session.sessions, per_caller integer, in_total integer) RETURNS session.sessions
LANGUAGE plpgsql AS $$
DECLARE
    earlier session.sessions;
BEGIN
    -- One request of a caller at a time, so that the limit of a caller is not exceeded.
    PERFORM pg_advisory_xact_lock(hashtextextended(opened.caller, 0));
    SELECT * INTO earlier FROM session.sessions AS other
    WHERE other.caller = opened.caller AND other.key = opened.key AND opened.key <> '' AND other.ends_at > clock_timestamp()
        AND (other.rights <> opened.rights OR other.request = opened.request)
    ORDER BY other.rights = opened.rights LIMIT 1;
    IF FOUND THEN
        RETURN earlier;
    END IF;

    DELETE FROM session.sessions WHERE id IN (
        SELECT other.id FROM session.sessions AS other
        WHERE other.caller = opened.caller AND other.ends_at > clock_timestamp()
        ORDER BY other.opened_at DESC OFFSET per_caller - 1);
    IF NOT FOUND AND (SELECT count(*) FROM session.sessions WHERE ends_at > clock_timestamp()) >= in_total THEN
        RETURN NULL;
    END IF;

    opened.opened_at := clock_timestamp();
    INSERT INTO session.sessions SELECT opened.*;
    RETURN opened;
END
$$;
