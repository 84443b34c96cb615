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

-- A row as a resource object. The relationships are {"<column>": {"name": "<relationship>", "type": "<target>"}}.
CREATE OR REPLACE FUNCTION ${flyway:defaultSchema}.resource_object(
    "row" jsonb, type text, relationships jsonb, hidden text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT jsonb_build_object(
        'type', type,
        'id', "row" -> 'id',
        'attributes', "row" - 'id' - hidden - ARRAY(SELECT jsonb_object_keys(relationships)),
        'relationships', (
            SELECT coalesce(jsonb_object_agg(relationship ->> 'name', jsonb_build_object('data',
                CASE WHEN "row" ->> key IS NOT NULL
                    THEN jsonb_build_object('type', relationship ->> 'type', 'id', "row" -> key) END)), '{}')
            FROM jsonb_each(relationships) AS declared (key, relationship)))
$$;

-- For a trigger AFTER INSERT OR UPDATE OR DELETE; its arguments are the type, the relationships and the hidden columns.
CREATE OR REPLACE FUNCTION ${flyway:defaultSchema}.note_event() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    type   text := TG_ARGV[0];
    was    jsonb;
    is_now jsonb;
BEGIN
    IF TG_OP <> 'INSERT' THEN
        was := ${flyway:defaultSchema}.resource_object(to_jsonb(OLD), type, TG_ARGV[1]::jsonb, TG_ARGV[2]::text[]);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        is_now := ${flyway:defaultSchema}.resource_object(to_jsonb(NEW), type, TG_ARGV[1]::jsonb, TG_ARGV[2]::text[]);
    END IF;
    IF was IS DISTINCT FROM is_now THEN
        INSERT INTO ${flyway:defaultSchema}.events (change, type, subject, document)
        VALUES (
            CASE TG_OP WHEN 'INSERT' THEN 'created' WHEN 'UPDATE' THEN 'updated' ELSE 'deleted' END,
            type,
            (coalesce(is_now, was) ->> 'id')::uuid,
            coalesce(is_now, was));
    END IF;
    RETURN NULL;
END
$$;
