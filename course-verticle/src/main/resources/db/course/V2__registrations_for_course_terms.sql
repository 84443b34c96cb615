-- Registrations refer to a course term together with its course, so that a registration always has a course term of its own course.
ALTER TABLE course.course_terms ADD CONSTRAINT course_terms_id_course_id_key UNIQUE (id, course_id);
