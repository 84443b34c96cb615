-- The endpoints of webhooks, and how far each has received the events of this schema.
CREATE TABLE IF NOT EXISTS ${flyway:defaultSchema}.webhook_endpoints (
    name          text PRIMARY KEY,
    -- Every event up to this position that the endpoint wants has been delivered or given up, or is in webhook_deliveries.
    position      bigint NOT NULL,
    -- The worker that delivers, until its lease expires. The claim is the fencing token: it increases with each new worker.
    worker        uuid,
    claim         bigint NOT NULL DEFAULT 0,
    leased_until  timestamptz NOT NULL DEFAULT '-infinity',
    -- When a running node last had this endpoint in its configuration.
    configured_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- Until when the endpoint has asked to be left alone (Retry-After).
    paused_until  timestamptz NOT NULL DEFAULT clock_timestamp(),
    -- When the endpoint asked for no more deliveries (410); null unless it is stopped.
    stopped_at    timestamptz,
    delivered_at  timestamptz,
    given_up      bigint NOT NULL DEFAULT 0,
    -- When events were removed from the log before this endpoint had received them.
    missed_at     timestamptz
);

-- Events that could not be delivered, and later events of the same resources, which wait for them. The number of rows is bounded.
CREATE TABLE IF NOT EXISTS ${flyway:defaultSchema}.webhook_deliveries (
    endpoint         text NOT NULL REFERENCES ${flyway:defaultSchema}.webhook_endpoints ON DELETE CASCADE,
    position         bigint NOT NULL,
    subject          uuid NOT NULL,
    attempts         integer NOT NULL,
    -- Null before the first attempt.
    first_attempt_at timestamptz,
    due_at           timestamptz NOT NULL,
    error            text,
    PRIMARY KEY (endpoint, subject, position)
);
