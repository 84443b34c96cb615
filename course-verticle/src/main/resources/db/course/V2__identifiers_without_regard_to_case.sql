-- Identifiers are unique whatever the case of their letters. upper() comes first: the two forms of a small sigma are one.

DO $$
DECLARE
    same text;
BEGIN
    SELECT string_agg(spellings, '; ') INTO same FROM (
        SELECT string_agg(course_identifier, ', ') AS spellings FROM course.courses
        GROUP BY lower(upper(course_identifier)) HAVING count(*) > 1
        UNION ALL
        SELECT string_agg(term_identifier, ', ') FROM course.course_terms
        GROUP BY lower(upper(term_identifier)) HAVING count(*) > 1
        LIMIT 10) AS duplicates;
    IF same IS NOT NULL THEN
        RAISE unique_violation USING
            MESSAGE = 'Identifiers that differ in the case of their letters alone must be renamed before this start: ' || same;
    END IF;
END
$$;

ALTER TABLE course.courses DROP CONSTRAINT courses_course_identifier_key;
CREATE UNIQUE INDEX courses_course_identifier_key ON course.courses (lower(upper(course_identifier)));
CREATE INDEX courses_course_identifier_idx ON course.courses (course_identifier, id);

ALTER TABLE course.course_terms DROP CONSTRAINT course_terms_term_identifier_key;
CREATE UNIQUE INDEX course_terms_term_identifier_key ON course.course_terms (lower(upper(term_identifier)));
CREATE INDEX course_terms_term_identifier_idx ON course.course_terms (term_identifier, id);

-- As all other texts: compared alike on every server.
ALTER TABLE course.courses ALTER COLUMN last_mod_user_name TYPE text COLLATE pg_c_utf8;
ALTER TABLE course.course_terms ALTER COLUMN last_mod_user_name TYPE text COLLATE pg_c_utf8;
