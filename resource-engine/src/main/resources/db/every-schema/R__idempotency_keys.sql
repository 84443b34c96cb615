-- The replies to requests with an Idempotency-Key. Each is stored in the transaction of the request's change.
CREATE TABLE IF NOT EXISTS ${flyway:defaultSchema}.idempotency_keys (
    -- Issuer and subject, one per line.
    caller             text NOT NULL,
    key                text NOT NULL,
    -- A hash of the whole request, to detect that a key is used for a different request.
    fingerprint        text NOT NULL,
    -- False while the first request is waiting for its final outcome; until then the stored reply is provisional.
    answered           boolean NOT NULL,
    status             integer NOT NULL,
    document           bytea NOT NULL,
    etag               text,
    location           text,
    retry_after        integer,
    preference_applied text,
    created_at         timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (caller, key)
);

CREATE INDEX IF NOT EXISTS idempotency_keys_created_at_idx ON ${flyway:defaultSchema}.idempotency_keys (created_at);
