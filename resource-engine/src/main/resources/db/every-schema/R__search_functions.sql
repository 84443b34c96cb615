-- What filter[search] and its indexes cut texts into words by. The indexes hold what these functions give: who changes one has
-- every search index built again.

-- The words of a text, in their order: letters and digits, and the + and # that follow them (C++, F#). What is typed and what
-- is stored are both cut here. upper() comes first: the two forms of a small sigma are one.
CREATE OR REPLACE FUNCTION ${flyway:defaultSchema}.search_words(text) RETURNS text[]
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN array_remove(regexp_split_to_array(
        lower(upper($1 COLLATE pg_c_utf8)), '[^[:alnum:]+#]+[+#]*|(?<=[+#])(?=[[:alnum:]])|^[+#]+'), '');
END
$$;

-- What a search finds a resource by: its words, and the numbers in them (AAS2320 by 2320). A word of tsvector has at most
-- 2,046 bytes: longer ones are cut into pieces.
CREATE OR REPLACE FUNCTION ${flyway:defaultSchema}.search_document(whole text) RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 10000 AS $$
BEGIN
    IF octet_length(whole) > 1000 THEN
        whole := regexp_replace(whole COLLATE pg_c_utf8, '([[:alnum:]+#]{200})', '\1 ', 'g');
    END IF;
    RETURN array_to_tsvector(
        ${flyway:defaultSchema}.search_words(whole) || array_remove(regexp_split_to_array(whole, '[^0-9]+'), ''));
END
$$;

-- What a client types: every word must be there, or one that begins with it. Of a word with punctuation in it, such as
-- joe@example.edu, all parts but the last are whole words.
CREATE OR REPLACE FUNCTION ${flyway:defaultSchema}.search_query(text) RETURNS tsquery
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    SELECT string_agg(quote_literal(part) || CASE WHEN place = cardinality(parts) THEN ':*' ELSE '' END, ' & ')::tsquery
    FROM regexp_split_to_table($1 COLLATE pg_c_utf8, '\s+') AS word,
        ${flyway:defaultSchema}.search_words(word) AS parts,
        unnest(parts) WITH ORDINALITY AS numbered (part, place));
