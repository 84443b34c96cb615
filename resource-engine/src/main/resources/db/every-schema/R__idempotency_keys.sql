-- The answers to requests with an Idempotency-Key, each stored in the transaction of what the request did.
CREATE TABLE IF NOT EXISTS ${flyway:defaultSchema}.idempotency_keys (
    -- Issuer and subject, a line each. Rows of a time when it was the name match nobody, and are removed as the others are.
    caller             text NOT NULL,
    key                text NOT NULL,
    -- Of the whole request, so that a key is not taken for another one.
    fingerprint        text NOT NULL,
    -- False while the first request waits for more to happen; what is stored until then is what it would be told at least.
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

-- The node of the cluster that works on the request; null for one outside a cluster. When it is lost, nothing more happens.
ALTER TABLE ${flyway:defaultSchema}.idempotency_keys
    ADD COLUMN IF NOT EXISTS node text;
