CREATE TABLE stock.books (
    id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    publisher_code  varchar(10) COLLATE pg_c_utf8 NOT NULL,
    language_code   varchar(2) COLLATE pg_c_utf8 NOT NULL,
    subject_code    varchar(10) COLLATE pg_c_utf8 NOT NULL,
    shelf           varchar(10) COLLATE pg_c_utf8 NOT NULL,
    isbn            varchar(32) COLLATE pg_c_utf8 NOT NULL,
    title           varchar(80) COLLATE pg_c_utf8 NOT NULL,
    summary         varchar(20000) COLLATE pg_c_utf8 NOT NULL,
    available_from  date,
    available_until date,
    changed_by      text COLLATE pg_c_utf8 NOT NULL,
    changed_on      date NOT NULL,
    CONSTRAINT books_available_check CHECK (available_until >= available_from)
);

CREATE UNIQUE INDEX books_isbn_key ON stock.books (lower(upper(isbn)));
CREATE INDEX books_isbn_idx ON stock.books (isbn, id);
CREATE INDEX books_title_idx ON stock.books (title, id);
CREATE INDEX books_shelf_idx ON stock.books (shelf, id);
CREATE INDEX books_subject_code_idx ON stock.books (subject_code, id);
CREATE INDEX books_available_from_idx ON stock.books (available_from, id);
CREATE INDEX books_available_until_idx ON stock.books (available_until, id);
CREATE INDEX books_changed_on_idx ON stock.books (changed_on, id);
CREATE INDEX books_title_dictionary_idx ON stock.books (title COLLATE "und-x-icu", id);

CREATE TABLE stock.copies (
    id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    barcode         varchar(32) COLLATE pg_c_utf8 NOT NULL,
    days            integer NOT NULL,
    may_leave       boolean NOT NULL,
    available_from  date,
    available_until date,
    changed_by      text COLLATE pg_c_utf8 NOT NULL,
    changed_on      date NOT NULL,
    book_id         uuid,
    CONSTRAINT copies_days_check CHECK (days >= 0),
    CONSTRAINT copies_available_check CHECK (available_until >= available_from),
    CONSTRAINT copies_book_id_fkey FOREIGN KEY (book_id) REFERENCES stock.books (id) ON DELETE CASCADE
);

CREATE UNIQUE INDEX copies_barcode_key ON stock.copies (lower(upper(barcode)));
CREATE INDEX copies_barcode_idx ON stock.copies (barcode, id);
CREATE INDEX copies_book_id_idx ON stock.copies (book_id, id);
