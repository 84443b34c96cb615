-- The trace of the request that changed the registration last (W3C Trace Context): what the enrollment process does later, on any
-- node, belongs to it.
ALTER TABLE registration.registrations ADD COLUMN traceparent text;
