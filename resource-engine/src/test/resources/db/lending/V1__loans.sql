CREATE TABLE lending.loans (
    id       uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    borrower varchar(64) COLLATE pg_c_utf8 NOT NULL,
    state    text NOT NULL CHECK (state IN ('requested', 'lent', 'returned')),
    book_id  uuid NOT NULL,
    asked_at timestamptz NOT NULL DEFAULT now(),
    returned_at timestamptz,
    CONSTRAINT loans_book_id_fkey FOREIGN KEY (book_id) REFERENCES stock.books (id)
);

CREATE UNIQUE INDEX loans_borrower_book_id_key ON lending.loans (lower(upper(borrower)), book_id);
CREATE INDEX loans_borrower_idx ON lending.loans (borrower, id);
CREATE INDEX loans_book_id_idx ON lending.loans (book_id);
CREATE INDEX loans_asked_at_idx ON lending.loans (asked_at, id);

CREATE FUNCTION lending.stage(r lending.loans) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT CASE WHEN r.returned_at IS NULL THEN 'open' ELSE 'closed' END
$$;
