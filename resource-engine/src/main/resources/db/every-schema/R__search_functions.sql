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

-- The words of such a text, in their order: letters and digits, and the + and # that follow them (C++, F#). To pg_c_utf8, only ASCII
-- digits are digits, so those of other scripts are listed; Ethiopic numbers are among them.
CREATE OR REPLACE FUNCTION ${flyway:defaultSchema}.search_words(text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    character CONSTANT text := '[:alnum:]'
        '\u0660-\u0669\u06f0-\u06f9\u07c0-\u07c9\u0966-\u096f\u09e6-\u09ef\u0a66-\u0a6f\u0ae6-\u0aef\u0b66-\u0b6f'
        '\u0be6-\u0bef\u0c66-\u0c6f\u0ce6-\u0cef\u0d66-\u0d6f\u0de6-\u0def\u0e50-\u0e59\u0ed0-\u0ed9\u0f20-\u0f29'
        '\u1040-\u1049\u1090-\u1099\u1369-\u137c\u17e0-\u17e9\u1810-\u1819\u1946-\u194f\u19d0-\u19d9\u1a80-\u1a89'
        '\u1a90-\u1a99\u1b50-\u1b59\u1bb0-\u1bb9\u1c40-\u1c49\u1c50-\u1c59\ua620-\ua629\ua8d0-\ua8d9\ua900-\ua909'
        '\ua9d0-\ua9d9\ua9f0-\ua9f9\uaa50-\uaa59\uabf0-\uabf9\U000104a0-\U000104a9\U00010d30-\U00010d39\U00010d40-\U00010d49'
        '\U00011066-\U0001106f\U000110f0-\U000110f9\U00011136-\U0001113f\U000111d0-\U000111d9\U000112f0-\U000112f9'
        '\U00011450-\U00011459\U000114d0-\U000114d9\U00011650-\U00011659\U000116c0-\U000116c9\U000116d0-\U000116e3'
        '\U00011730-\U00011739\U000118e0-\U000118e9\U00011950-\U00011959\U00011bf0-\U00011bf9\U00011c50-\U00011c59'
        '\U00011d50-\U00011d59\U00011da0-\U00011da9\U00011f50-\U00011f59\U00016130-\U00016139\U00016a60-\U00016a69'
        '\U00016ac0-\U00016ac9\U00016b50-\U00016b59\U00016d70-\U00016d79\U0001e140-\U0001e149\U0001e2f0-\U0001e2f9'
        '\U0001e4f0-\U0001e4f9\U0001e5f1-\U0001e5fa\U0001e950-\U0001e959';
BEGIN
    RETURN array_remove(regexp_split_to_array(
        $1 COLLATE pg_c_utf8, format('[^%1$s+#]+[+#]*|(?<=[+#])(?=[%1$s])|^[+#]+', character)), '');
END
$$;

-- The words by which a search finds a resource, and the numbers in them (AAS2320 by 2320). A word of a tsvector has at most 2,046
-- bytes: longer ones are cut into pieces.
CREATE OR REPLACE FUNCTION ${flyway:defaultSchema}.search_document(whole text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
BEGIN
    whole := ${flyway:defaultSchema}.search_text(whole);
    IF octet_length(whole) > 1000 THEN
        whole := regexp_replace(whole COLLATE pg_c_utf8, '(([^[:space:][:punct:]]|[+#]){200})', '\1 ', 'g');
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
