-- A person is one whatever the case of the letters of the uni. upper() comes first: the two forms of a small sigma are one.

DO $$
DECLARE
    same text;
BEGIN
    SELECT string_agg(spellings, '; ') INTO same FROM (
        SELECT string_agg(uni, ', ') || ' for course ' || course_id AS spellings FROM registration.registrations
        GROUP BY lower(upper(uni)), course_id HAVING count(*) > 1
        LIMIT 10) AS duplicates;
    IF same IS NOT NULL THEN
        RAISE unique_violation USING MESSAGE =
            'Of registrations of one person for one course all but one must be deleted before this start: ' || same;
    END IF;
END
$$;

ALTER TABLE registration.registrations DROP CONSTRAINT registrations_uni_course_id_key;
CREATE UNIQUE INDEX registrations_uni_course_id_key ON registration.registrations (lower(upper(uni)), course_id);
CREATE INDEX registrations_uni_idx ON registration.registrations (uni, id);

-- So is the person to whom a pending change may go back.
DROP INDEX registration.registrations_former_key;
CREATE UNIQUE INDEX registrations_former_key ON registration.registrations (former_course_id, lower(upper(former_uni)))
    WHERE former_course_id IS NOT NULL;

CREATE OR REPLACE FUNCTION registration.require_free() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF EXISTS (
        SELECT FROM registration.registrations
        WHERE former_course_id = NEW.course_id AND lower(upper(former_uni)) = lower(upper(NEW.uni)) AND id <> NEW.id
    ) THEN
        RAISE unique_violation USING
            MESSAGE = 'A registration that is being changed may go back to this person and course',
            CONSTRAINT = 'registrations_uni_course_id_key';
    END IF;
    RETURN NULL;
END
$$;
