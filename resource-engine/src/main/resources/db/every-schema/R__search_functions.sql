-- The functions of searches for words. The indexes contain their results, so a start that finds one of them changed builds the
-- indexes again.

-- The text as it is compared: without accents, letter case, or compatibility forms such as full-width letters. Only the accents of
-- European alphabets are removed; other marks make another letter (か and が). Unicode does not decompose the ligatures and the letters
-- with strokes, so they are listed. Most texts are ASCII, at least without their accents, and need no further steps. upper() comes
-- first: the two forms of a small sigma are one.
CREATE OR REPLACE FUNCTION ${flyway:defaultSchema}.search_text(whole text) RETURNS text
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    IF octet_length(whole) > length(whole) THEN
        -- normalize() sorts the marks that follow each other, in quadratic time and without an end at statement_timeout.
        IF length(whole) > 100 THEN
            whole := regexp_replace(whole COLLATE pg_c_utf8, '([^[:space:][:punct:]]{100})', '\1 ', 'g');
        END IF;
        whole := regexp_replace(normalize(whole, NFKD), '[\u0300-\u036f]', '', 'g');
    END IF;
    IF octet_length(whole) > length(whole) THEN
        whole := lower(upper(normalize(whole, NFC) COLLATE pg_c_utf8));
        whole := replace(replace(replace(replace(whole, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
        whole := translate(whole, 'øđðħłŧ', 'oddhlt');
    END IF;
    RETURN lower(whole COLLATE pg_c_utf8);
END
$$;

-- The words of such a text, in their order: letters and digits, and the + and # that follow them (C++, F#).
CREATE OR REPLACE FUNCTION ${flyway:defaultSchema}.search_words(text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN array_remove(regexp_split_to_array(
        $1 COLLATE pg_c_utf8, '[^[:alnum:]+#]+[+#]*|(?<=[+#])(?=[[:alnum:]])|^[+#]+'), '');
END
$$;

-- The words by which a search finds a resource, and the numbers in them (AAS2320 by 2320). A word of a tsvector has at most 2,046
-- bytes: longer ones are cut into pieces.
CREATE OR REPLACE FUNCTION ${flyway:defaultSchema}.search_document(whole text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
BEGIN
    whole := ${flyway:defaultSchema}.search_text(whole);
    IF octet_length(whole) > 1000 THEN
        whole := regexp_replace(whole COLLATE pg_c_utf8, '([[:alnum:]+#]{200})', '\1 ', 'g');
    END IF;
    RETURN array_to_tsvector(
        ${flyway:defaultSchema}.search_words(whole) || array_remove(regexp_split_to_array(whole, '[^0-9]+'), ''));
END
$$;

-- The condition for the text that a client types: every word must be in the document, or a word that begins with it. Of a word with
-- punctuation in it, such as joe@example.edu, all parts but the last are whole words.
CREATE OR REPLACE FUNCTION ${flyway:defaultSchema}.search_query(text) RETURNS tsquery
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    SELECT string_agg(quote_literal(part) || CASE WHEN place = cardinality(parts) THEN ':*' ELSE '' END, ' & ')::tsquery
    FROM regexp_split_to_table(${flyway:defaultSchema}.search_text($1) COLLATE pg_c_utf8, '\s+') AS word,
        ${flyway:defaultSchema}.search_words(word) AS parts,
        unnest(parts) WITH ORDINALITY AS numbered (part, place));
