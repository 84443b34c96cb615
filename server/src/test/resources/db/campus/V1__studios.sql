CREATE TABLE campus.studios (
    id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    studio_name    varchar(60) COLLATE pg_c_utf8 NOT NULL,
    features       varchar(300) COLLATE pg_c_utf8 NOT NULL,
    seats          integer NOT NULL,
    is_accessible  boolean NOT NULL,
    open_since     date,
    open_until     date,
    -- Of another verticle: a reference to its table would make the two one.
    course_id      uuid,
    main_studio_id uuid,
    -- Which no declaration names.
    key_code       text NOT NULL DEFAULT 'hidden-0',
    CONSTRAINT studios_opening_check CHECK (open_until >= open_since),
    CONSTRAINT studios_main_studio_id_fkey FOREIGN KEY (main_studio_id) REFERENCES campus.studios (id)
);

CREATE UNIQUE INDEX studios_studio_name_key ON campus.studios (lower(upper(studio_name)));
CREATE INDEX studios_studio_name_idx ON campus.studios (studio_name, id);
CREATE INDEX studios_main_studio_id_idx ON campus.studios (main_studio_id, id);

CREATE TABLE campus.instruments (
    id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    instrument_name varchar(40) COLLATE pg_c_utf8 NOT NULL,
    studio_id       uuid NOT NULL,
    CONSTRAINT instruments_studio_id_fkey FOREIGN KEY (studio_id) REFERENCES campus.studios (id) ON DELETE CASCADE
);

CREATE INDEX instruments_studio_id_idx ON campus.instruments (studio_id, id);
