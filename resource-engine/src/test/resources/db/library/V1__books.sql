CREATE TABLE library.books (
    id    uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    title varchar(60) COLLATE pg_c_utf8 NOT NULL
);

CREATE TABLE library.loans (
    id       uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    borrower varchar(60) COLLATE pg_c_utf8 NOT NULL,
    book_id  uuid NOT NULL,
    CONSTRAINT loans_book_id_fkey FOREIGN KEY (book_id) REFERENCES library.books (id)
);

CREATE INDEX loans_book_id_idx ON library.loans (book_id, id);

CREATE TABLE library.reminders (
    id      uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    text    varchar(60) COLLATE pg_c_utf8 NOT NULL,
    loan_id uuid NOT NULL,
    CONSTRAINT reminders_loan_id_fkey FOREIGN KEY (loan_id) REFERENCES library.loans (id)
);

CREATE INDEX reminders_loan_id_idx ON library.reminders (loan_id, id);

CREATE TABLE library.fines (
    id       uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    borrower varchar(60) COLLATE pg_c_utf8 NOT NULL
);
