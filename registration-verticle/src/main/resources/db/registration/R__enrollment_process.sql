-- How the enrollment process of a registration has ended without a confirmation; null while it has not.
CREATE OR REPLACE FUNCTION registration.enrollment_outcome(r registration.registrations) RETURNS text
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE
        WHEN r.abandoned_at IS NOT NULL THEN 'abandoned'
        WHEN r.reason IS NOT NULL AND r.enrollment <> 'pending' THEN 'rejected'
    END
$$;

-- How the enrollment of a registration came to be where it is, for everybody who may see it; null while there is nothing to
-- tell. "requested" is there when it is not the registration itself: a change that did not come about.
CREATE OR REPLACE FUNCTION registration.enrollment_process(r registration.registrations) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN r.reason IS NOT NULL THEN
        jsonb_build_object(
            'process', coalesce(registration.enrollment_outcome(r), 'retrying'),
            'reason', r.reason,
            'attempts', r.attempts)
        || CASE WHEN r.requested_uni IS NULL THEN '{}' ELSE jsonb_build_object(
            'requested', jsonb_build_object('uni', r.requested_uni, 'course', r.requested_course_id)) END
    END
$$;
