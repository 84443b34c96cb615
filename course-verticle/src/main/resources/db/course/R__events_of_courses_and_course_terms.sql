CREATE OR REPLACE TRIGGER courses_event
    AFTER INSERT OR UPDATE OR DELETE ON course.courses
    FOR EACH ROW EXECUTE FUNCTION course.note_event('courses', '{}', '{}');

CREATE OR REPLACE TRIGGER course_terms_event
    AFTER INSERT OR UPDATE OR DELETE ON course.course_terms
    FOR EACH ROW EXECUTE FUNCTION course.note_event(
        'course_terms', '{"course_id": {"name": "course", "type": "courses"}}', '{}');
