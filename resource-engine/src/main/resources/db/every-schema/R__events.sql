-- What has happened to the resources of this schema, each event written in the transaction of the change.
CREATE TABLE IF NOT EXISTS ${flyway:defaultSchema}.events (
    -- The order of writing, which is that of the changes of each resource: its row is locked meanwhile.
    number      bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- The order of publication; null until then.
    position    bigint UNIQUE,
    id          uuid NOT NULL DEFAULT gen_random_uuid(),
    occurred_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    change      text NOT NULL,
    type        text NOT NULL,
    subject     uuid NOT NULL,
    document    jsonb NOT NULL
);

-- Who caused it: the settings of the transaction, which the statement that made the change has set; a person at the database
-- sets none.
ALTER TABLE ${flyway:defaultSchema}.events
    ADD COLUMN IF NOT EXISTS authtype text NOT NULL DEFAULT 'unknown',
    ADD COLUMN IF NOT EXISTS authid   text;
ALTER TABLE ${flyway:defaultSchema}.events
    ALTER COLUMN authtype SET DEFAULT coalesce(nullif(current_setting('registrar.authtype', true), ''), 'unknown'),
    ALTER COLUMN authid   SET DEFAULT nullif(current_setting('registrar.authid', true), '');

CREATE INDEX IF NOT EXISTS events_unpublished_idx ON ${flyway:defaultSchema}.events (number) WHERE position IS NULL;
CREATE INDEX IF NOT EXISTS events_occurred_at_idx ON ${flyway:defaultSchema}.events (occurred_at);
CREATE SEQUENCE IF NOT EXISTS ${flyway:defaultSchema}.events_position_seq;

-- The last position that has been removed: who wants to read on from before it has missed something.
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

-- Who has published last, and when.
CREATE TABLE IF NOT EXISTS ${flyway:defaultSchema}.events_publisher (
    only_row     boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    publisher    uuid NOT NULL,
    published_at timestamptz NOT NULL
);
