-- Imports of resources from files. All verticles share these tables; each works on the imports of its own resource types.
CREATE TABLE imports.imports (
    id               uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    -- The schema of the verticle that works on it.
    verticle         text COLLATE pg_c_utf8 NOT NULL,
    resource_type    text COLLATE pg_c_utf8 NOT NULL,
    -- The fields by which a row finds its resource: names, separated by commas.
    match_by         text COLLATE pg_c_utf8 NOT NULL,
    import_mode      text COLLATE pg_c_utf8 NOT NULL CHECK (import_mode IN ('create', 'update', 'upsert')),
    strict           boolean NOT NULL,
    dry_run          boolean NOT NULL,
    media_type       text COLLATE pg_c_utf8 NOT NULL CHECK (media_type IN ('text/csv', 'application/x-ndjson')),
    -- The header of a CSV file; null for a file without one.
    columns          text[] COLLATE pg_c_utf8,
    -- Null while the file is being received: until then, nobody sees the import, and no worker claims it. A worker writes only while
    -- the state is running and the claim its own: whoever cancels an import sets its state.
    state            text COLLATE pg_c_utf8 CHECK (state IN ('waiting', 'running', 'done', 'cancelled', 'failed')),
    -- Why it failed, in a sentence for people.
    reason           text COLLATE pg_c_utf8,
    rows_total       integer NOT NULL DEFAULT 0,
    -- Where the last row begins that has been worked on: the next worker continues after it.
    line             integer NOT NULL DEFAULT 0,
    rows_read        integer NOT NULL DEFAULT 0,
    rows_created     integer NOT NULL DEFAULT 0,
    rows_updated     integer NOT NULL DEFAULT 0,
    rows_unchanged   integer NOT NULL DEFAULT 0,
    rows_rejected    integer NOT NULL DEFAULT 0,
    created_at       timestamptz NOT NULL DEFAULT now(),
    started_at       timestamptz,
    ended_at         timestamptz,
    -- The name of the caller.
    created_by       text COLLATE pg_c_utf8 NOT NULL,
    -- Whom its changes belong to: a caller as in a request on the event bus.
    caller           jsonb NOT NULL,
    -- The beginning of links in errors, and the id of the request that has made it.
    base_url         text COLLATE pg_c_utf8 NOT NULL,
    request_id       text COLLATE pg_c_utf8 NOT NULL,
    traceparent      text COLLATE pg_c_utf8,
    -- Issuer and subject of the caller, one per line, who sees the import. Null while the file is being received.
    seen_by          text COLLATE pg_c_utf8,
    -- While the file is being received, the end of the time for that; if that is over, the import is removed.
    received_until   timestamptz,
    idempotency_key  text COLLATE pg_c_utf8,
    -- SHA-256 of the parameters and the file.
    digest           bytea,
    -- The number of the last claim, which is the fencing token, and the end of its lease.
    claim            bigint NOT NULL DEFAULT 0,
    claimed_until    timestamptz
);

CREATE INDEX imports_created_at_idx ON imports.imports (created_at, id);
CREATE INDEX imports_seen_by_idx ON imports.imports (seen_by, created_at, id);
CREATE UNIQUE INDEX imports_idempotency_key_key ON imports.imports (seen_by, idempotency_key)
    WHERE idempotency_key IS NOT NULL;
CREATE INDEX imports_unfinished_idx ON imports.imports (verticle, created_at, id)
    WHERE state IN ('waiting', 'running');
CREATE UNIQUE INDEX imports_running_key ON imports.imports (verticle) WHERE state = 'running';

-- The rows of the files: the records of a CSV file as they are there, or lines.
CREATE TABLE imports.rows (
    import_id uuid NOT NULL REFERENCES imports.imports ON DELETE CASCADE,
    -- Where the row begins in the file, from 1.
    line      integer NOT NULL,
    content   text COLLATE pg_c_utf8 NOT NULL,
    PRIMARY KEY (import_id, line)
);

-- The first row with each key, which is a hash of the values of match_by: a later one is rejected. Without a foreign key, whose check
-- takes longer than all the rest: only imports.prune removes imports.
CREATE TABLE imports.keys (
    import_id uuid NOT NULL,
    key       uuid NOT NULL,
    line      integer NOT NULL,
    PRIMARY KEY (import_id, key)
);

-- The rows that were rejected.
CREATE TABLE imports.import_errors (
    id        uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    import_id uuid NOT NULL REFERENCES imports.imports ON DELETE CASCADE,
    line      integer NOT NULL,
    -- The error objects, as in an errors document.
    errors    jsonb NOT NULL,
    content   text COLLATE pg_c_utf8 NOT NULL
);

CREATE INDEX import_errors_import_id_idx ON imports.import_errors (import_id, line, id);

CREATE FUNCTION imports.counts(r imports.imports) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT jsonb_build_object('read', r.rows_read, 'created', r.rows_created, 'updated', r.rows_updated,
        'unchanged', r.rows_unchanged, 'rejected', r.rows_rejected)
$$;

-- From 0 to 1.
CREATE FUNCTION imports.progress(r imports.imports) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
    SELECT to_jsonb(CASE WHEN r.state = 'done' THEN 1 ELSE round(r.rows_read / greatest(r.rows_total, 1)::numeric, 4) END)
$$;

-- Who may see a row that was rejected: those who may see the import.
CREATE FUNCTION imports.seen_by(r imports.import_errors) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT (SELECT i.seen_by FROM imports.imports i WHERE i.id = r.import_id)
$$;

-- Removes a batch of what belongs to imports that have ended before the retention time, or whose files did not arrive; returns how many
-- rows. Their rows, keys and errors come first, because there may be so many that removing them takes long.
CREATE FUNCTION imports.prune(retention interval, batch integer) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    old     uuid[] := ARRAY(SELECT id FROM imports.imports WHERE ended_at < now() - retention OR received_until < now());
    removed bigint;
BEGIN
    DELETE FROM imports.rows WHERE ctid = ANY(ARRAY(
        SELECT ctid FROM imports.rows WHERE import_id = ANY(old) LIMIT batch FOR UPDATE SKIP LOCKED));
    GET DIAGNOSTICS removed = ROW_COUNT;
    IF removed < batch THEN
        DELETE FROM imports.keys WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM imports.keys WHERE import_id = ANY(old) LIMIT batch FOR UPDATE SKIP LOCKED));
        GET DIAGNOSTICS removed = ROW_COUNT;
    END IF;
    IF removed < batch THEN
        DELETE FROM imports.import_errors WHERE ctid = ANY(ARRAY(
            SELECT ctid FROM imports.import_errors WHERE import_id = ANY(old) LIMIT batch FOR UPDATE SKIP LOCKED));
        GET DIAGNOSTICS removed = ROW_COUNT;
    END IF;
    IF removed < batch THEN
        DELETE FROM imports.imports WHERE id = ANY(ARRAY(
            SELECT id FROM imports.imports WHERE id = ANY(old) LIMIT batch FOR UPDATE SKIP LOCKED));
        GET DIAGNOSTICS removed = ROW_COUNT;
    END IF;
    RETURN removed;
END
$$;
