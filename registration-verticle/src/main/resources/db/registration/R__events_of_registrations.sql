-- How the enrollment process goes on is no event; what comes of it is.
CREATE OR REPLACE TRIGGER registrations_event
    AFTER INSERT OR UPDATE OR DELETE ON registration.registrations
    FOR EACH ROW EXECUTE FUNCTION registration.note_event(
        'registrations', '{"course_id": {"name": "courses", "type": "courses"}}',
        '{requests, excused, requested_at, due_at, claim, attempts, abandoned_at, reason, former_uni, former_course_id,
          former_enrollment, requested_uni, requested_course_id}');
