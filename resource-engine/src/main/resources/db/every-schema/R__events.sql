-- Changes of the resources of this schema. Each event is written in the transaction of the change.
CREATE TABLE IF NOT EXISTS ${flyway:defaultSchema}.events (
    -- The order of writing. It matches the order of the changes of each resource, because the change locks the resource's row.
    number      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The order of publication; null until the event is published.
    position    bigint UNIQUE,
    id          uuid NOT NULL DEFAULT gen_random_uuid(),
    occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    change      text NOT NULL,
    type        text NOT NULL,
    subject     uuid NOT NULL,
    document    jsonb NOT NULL
);

-- Who made the change. The values are settings of the transaction, set by the statement that makes the change; a change made by
-- hand in the database has none.
ALTER TABLE ${flyway:defaultSchema}.events
    ADD COLUMN IF NOT EXISTS authtype text NOT NULL DEFAULT 'unknown',
    ADD COLUMN IF NOT EXISTS authid   text;
ALTER TABLE ${flyway:defaultSchema}.events
    ALTER COLUMN authtype SET DEFAULT coalesce(nullif(current_setting('registrar.authtype', true), ''), 'unknown'),
    ALTER COLUMN authid   SET DEFAULT nullif(current_setting('registrar.authid', true), '');

-- The trace of the request that made the change (W3C Trace Context); null if it belongs to none.
ALTER TABLE ${flyway:defaultSchema}.events ADD COLUMN IF NOT EXISTS traceparent text;

-- The resource before a change that gave it to another person; null for other changes.
ALTER TABLE ${flyway:defaultSchema}.events ADD COLUMN IF NOT EXISTS former_document jsonb;

CREATE INDEX IF NOT EXISTS events_unpublished_idx ON ${flyway:defaultSchema}.events (number) WHERE position IS NULL;
-- Earlier versions had it; old events are found by their positions.
DROP INDEX IF EXISTS ${flyway:defaultSchema}.events_occurred_at_idx;
CREATE SEQUENCE IF NOT EXISTS ${flyway:defaultSchema}.events_position_seq;

-- The last position that has been removed. A reader that continues from an earlier position has missed events.
CREATE TABLE IF NOT EXISTS ${flyway:defaultSchema}.pruned_events (
    only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    position bigint NOT NULL
);
INSERT INTO ${flyway:defaultSchema}.pruned_events (position)
SELECT coalesce(
    (SELECT min(position) - 1 FROM ${flyway:defaultSchema}.events),
    (SELECT last_value FROM ${flyway:defaultSchema}.events_position_seq WHERE is_called),
    0)
ON CONFLICT DO NOTHING;

-- The last publisher, and when it published.
CREATE TABLE IF NOT EXISTS ${flyway:defaultSchema}.events_publisher (
    only_row     boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    publisher    uuid NOT NULL,
    published_at timestamptz NOT NULL
);

-- Trigger function. A resource with another id would be another resource, and the events of a change are about one.
CREATE OR REPLACE FUNCTION ${flyway:defaultSchema}.keep_id() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE integrity_constraint_violation USING MESSAGE = 'The id of a resource cannot change; delete the row and insert another one';
END
$$;
