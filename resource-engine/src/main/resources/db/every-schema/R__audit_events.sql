-- Who changed which resource, when, by which request, and how. All schemas share this table, so the changes of a person, a caller or a
-- request are found in one place and in one order; the first schema creates it. The triggers generated from the declarations write
-- each row in the transaction of the change, with the rights of the service, which may add rows but neither change nor remove them.
DO $$
DECLARE
    other text;
BEGIN
    IF to_regclass('audit.audit_events') IS NOT NULL THEN
        RETURN;
    END IF;
    IF to_regnamespace('audit') IS NULL THEN
        CREATE SCHEMA audit;
    END IF;

    CREATE TABLE audit.audit_events (
        id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        occurred_at    timestamptz NOT NULL DEFAULT clock_timestamp(),
        -- created, updated, deleted, or the outcome of a process, such as rejected.
        action         text COLLATE pg_c_utf8 NOT NULL,
        resource_type  text COLLATE pg_c_utf8 NOT NULL,
        resource_id    uuid NOT NULL,
        -- The person to whom the resource belongs, and the one to whom it belonged before if the change has given it to another.
        uni            text COLLATE pg_c_utf8,
        former_uni     text COLLATE pg_c_utf8,
        -- user, system (a process of the service) or database (a change by SQL, whose caller is the role that has logged in).
        caller_kind    text COLLATE pg_c_utf8 NOT NULL
            DEFAULT coalesce(nullif(current_setting('registrar.authtype', true), ''), 'database'),
        caller_name    text COLLATE pg_c_utf8 NOT NULL
            DEFAULT coalesce(nullif(current_setting('registrar.authid', true), ''), session_user),
        -- Issuer and subject together identify the caller: several may have the same name.
        caller_issuer  text COLLATE pg_c_utf8 DEFAULT nullif(current_setting('registrar.request', true), '')::jsonb ->> 'issuer',
        caller_subject text COLLATE pg_c_utf8 DEFAULT nullif(current_setting('registrar.request', true), '')::jsonb ->> 'subject',
        caller_uni     text COLLATE pg_c_utf8 DEFAULT nullif(current_setting('registrar.request', true), '')::jsonb ->> 'uni',
        request_id     text COLLATE pg_c_utf8 DEFAULT nullif(current_setting('registrar.request', true), '')::jsonb ->> 'id',
        -- The resource as a document shows it; null before its creation and after its deletion.
        before         jsonb,
        after          jsonb
    );

    -- For each filter, in the order of time.
    CREATE INDEX audit_events_occurred_at_idx ON audit.audit_events (occurred_at, id);
    CREATE INDEX audit_events_resource_type_idx ON audit.audit_events (resource_type, occurred_at, id);
    CREATE INDEX audit_events_resource_id_idx ON audit.audit_events (resource_id, occurred_at, id);
    CREATE INDEX audit_events_caller_name_idx ON audit.audit_events (caller_name, occurred_at, id);
    CREATE INDEX audit_events_request_id_idx ON audit.audit_events (request_id, occurred_at, id);
    CREATE INDEX audit_events_uni_idx ON audit.audit_events (uni, occurred_at, id) WHERE uni IS NOT NULL;
    CREATE INDEX audit_events_uni_caseless_idx ON audit.audit_events (lower(upper(uni)), occurred_at, id)
        WHERE uni IS NOT NULL;
    CREATE INDEX audit_events_former_uni_idx ON audit.audit_events (former_uni, occurred_at, id)
        WHERE former_uni IS NOT NULL;
    CREATE INDEX audit_events_former_uni_caseless_idx ON audit.audit_events (lower(upper(former_uni)), occurred_at, id)
        WHERE former_uni IS NOT NULL;

    -- Only the owner may change and remove rows, whatever default privileges have given to others.
    FOR other IN
        SELECT DISTINCT CASE privilege.grantee WHEN 0 THEN 'PUBLIC' ELSE quote_ident(pg_get_userbyid(privilege.grantee)) END
        FROM pg_class relation, aclexplode(relation.relacl) privilege
        WHERE relation.oid = 'audit.audit_events'::regclass AND privilege.grantee <> relation.relowner
    LOOP
        EXECUTE 'REVOKE UPDATE, DELETE, TRUNCATE ON audit.audit_events FROM ' || other;
    END LOOP;
END
$$;

-- Removes rows that are older than the retention time, the oldest first, and at most a batch; returns how many. The last day is always
-- kept: whoever has stolen the password of the service cannot remove the traces.
CREATE OR REPLACE FUNCTION audit.prune(retention interval, batch integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
    WITH removed AS (
        DELETE FROM audit.audit_events
        WHERE id = ANY(ARRAY(
            SELECT id FROM audit.audit_events
            WHERE occurred_at < now() - greatest(retention, interval '24 hours')
            ORDER BY occurred_at LIMIT batch FOR UPDATE SKIP LOCKED))
        RETURNING id
    )
    SELECT count(*) FROM removed
$$;
