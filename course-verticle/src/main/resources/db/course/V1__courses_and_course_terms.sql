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
    last_mod_user_name          text NOT NULL,
    last_mod_date               date NOT NULL,
    CONSTRAINT courses_course_identifier_key UNIQUE (course_identifier),
    CONSTRAINT courses_effective_dates_check CHECK (effective_end_date >= effective_start_date)
);

CREATE INDEX courses_course_name_idx ON course.courses (course_name, id);
CREATE INDEX courses_subject_area_code_idx ON course.courses (subject_area_code, id);

CREATE TABLE course.course_terms (
    id                    uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    term_identifier       varchar(32) COLLATE pg_c_utf8 NOT NULL,
    audit_permitted_code  integer NOT NULL,
    exam_credit_flag      boolean NOT NULL,
    effective_start_date  date,
    effective_end_date    date,
    last_mod_user_name    text NOT NULL,
    last_mod_date         date NOT NULL,
    course_id             uuid,
    CONSTRAINT course_terms_term_identifier_key UNIQUE (term_identifier),
    CONSTRAINT course_terms_audit_permitted_code_check CHECK (audit_permitted_code >= 0),
    CONSTRAINT course_terms_effective_dates_check CHECK (effective_end_date >= effective_start_date),
    CONSTRAINT course_terms_course_id_fkey FOREIGN KEY (course_id) REFERENCES course.courses (id) ON DELETE CASCADE
);

CREATE INDEX course_terms_course_id_idx ON course.course_terms (course_id, id);
