-- The last change that was rejected or abandoned: what meta.enrollment shows about it, and the number of its request. It is stored
-- apart from the other columns because these belong to the registration as it was before the change; if that is pending, its
-- enrollment process goes on. Null after a client has requested the enrollment again.
ALTER TABLE registration.registrations ADD COLUMN reverted_change jsonb;
