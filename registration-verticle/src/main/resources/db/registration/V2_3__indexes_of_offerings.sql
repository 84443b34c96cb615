-- With the id, an index has the registrations of a course, or of one term of it, in the order of a page. Before the table is analyzed,
-- PostgreSQL would look for them in the primary key instead, among all others. The former indexes go last: that makes reads wait, too.
CREATE INDEX registrations_course_id_id_idx ON registration.registrations (course_id, id);
CREATE INDEX registrations_course_term_id_id_idx ON registration.registrations (course_term_id, id) WHERE course_term_id IS NOT NULL;
DROP INDEX registration.registrations_course_id_idx, registration.registrations_course_term_id_idx;
