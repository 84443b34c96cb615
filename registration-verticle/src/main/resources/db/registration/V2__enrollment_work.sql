-- A pending registration is itself the work item of its enrollment.
ALTER TABLE registration.registrations
    -- When the process began.
    ADD COLUMN requested_at timestamptz NOT NULL DEFAULT now(),
    -- When a worker may claim it: at once, after the wait before the next attempt, or when the lease of a claim is over.
    ADD COLUMN due_at       timestamptz NOT NULL DEFAULT now(),
    -- The number of the last claim: whoever completes the enrollment must hold it.
    ADD COLUMN claim        bigint NOT NULL DEFAULT 0,
    ADD COLUMN attempts     integer NOT NULL DEFAULT 0,
    -- When the process gave up; only a new request begins it again.
    ADD COLUMN abandoned_at timestamptz,
    -- Why the registration is not confirmed, in a sentence for everybody who may see it.
    ADD COLUMN reason       text;

DROP INDEX registration.registrations_pending_idx;

CREATE INDEX registrations_due_idx ON registration.registrations (due_at)
    WHERE enrollment = 'pending' AND abandoned_at IS NULL;

-- Whoever requests an enrollment again starts the process from its beginning; a claim on the earlier one counts no more.
CREATE FUNCTION registration.begin_enrollment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.requested_at := clock_timestamp();
    NEW.due_at := clock_timestamp();
    NEW.claim := OLD.claim + 1;
    NEW.attempts := 0;
    NEW.abandoned_at := NULL;
    NEW.reason := NULL;
    RETURN NEW;
END
$$;

CREATE TRIGGER registrations_begin_enrollment
    BEFORE UPDATE OF enrollment ON registration.registrations
    FOR EACH ROW WHEN (NEW.enrollment = 'pending')
    EXECUTE FUNCTION registration.begin_enrollment();
