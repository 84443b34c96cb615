-- pg_c_utf8 (PostgreSQL 17 and later): texts sort by code point on every server, whatever its locale, and compare without
-- case by the rules of Unicode. Their indexes serve LIKE 'prefix%' too.

CREATE TABLE course.courses (
    id                          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    school_bulletin_prefix_code varchar(10) COLLATE pg_c_utf8 NOT NULL,
    suffix_two                  varchar(2) COLLATE pg_c_utf8 NOT NULL,
    subject_area_code           varchar(10) COLLATE pg_c_utf8 NOT NULL,
    course_number               varchar(10) COLLATE pg_c_utf8 NOT NULL,
    course_identifier           varchar(32) COLLATE pg_c_utf8 NOT NULL,
    course_name                 varchar(80) COLLATE pg_c_utf8 NOT NULL,
    course_description          varchar(20000) COLLATE pg_c_utf8 NOT NULL,
    effective_start_date        date,
    effective_end_date          date,
    last_mod_user_name          text COLLATE pg_c_utf8 NOT NULL,
    last_mod_date               date NOT NULL,
    CONSTRAINT courses_effective_dates_check CHECK (effective_end_date >= effective_start_date)
);

-- Identifiers are unique whatever the case of their letters. upper() comes first: the two forms of a small sigma are one.
CREATE UNIQUE INDEX courses_course_identifier_key ON course.courses (lower(upper(course_identifier)));

-- For filters and sort keys.
CREATE INDEX courses_course_identifier_idx ON course.courses (course_identifier, id);
CREATE INDEX courses_course_name_idx ON course.courses (course_name, id);
CREATE INDEX courses_course_number_idx ON course.courses (course_number, id);
CREATE INDEX courses_subject_area_code_idx ON course.courses (subject_area_code, id);
CREATE INDEX courses_effective_start_date_idx ON course.courses (effective_start_date, id);
CREATE INDEX courses_effective_end_date_idx ON course.courses (effective_end_date, id);
CREATE INDEX courses_last_mod_date_idx ON course.courses (last_mod_date, id);
-- People look for names as in a dictionary. PostgreSQL must have been built with ICU.
CREATE INDEX courses_course_name_dictionary_idx ON course.courses (course_name COLLATE "und-x-icu", id);

CREATE TABLE course.course_terms (
    id                    uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    term_identifier       varchar(32) COLLATE pg_c_utf8 NOT NULL,
    audit_permitted_code  integer NOT NULL,
    exam_credit_flag      boolean NOT NULL,
    effective_start_date  date,
    effective_end_date    date,
    last_mod_user_name    text COLLATE pg_c_utf8 NOT NULL,
    last_mod_date         date NOT NULL,
    course_id             uuid,
    CONSTRAINT course_terms_audit_permitted_code_check CHECK (audit_permitted_code >= 0),
    CONSTRAINT course_terms_effective_dates_check CHECK (effective_end_date >= effective_start_date),
    CONSTRAINT course_terms_course_id_fkey FOREIGN KEY (course_id) REFERENCES course.courses (id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX course_terms_term_identifier_key ON course.course_terms (lower(upper(term_identifier)));
CREATE INDEX course_terms_term_identifier_idx ON course.course_terms (term_identifier, id);
CREATE INDEX course_terms_course_id_idx ON course.course_terms (course_id, id);
