-- filter[search] by words, and indexes for the filters and sort keys that many clients use. With a million courses this
-- takes a minute, most of it for the words of the descriptions.

-- The words of a text, in their order: letters and digits, and the + and # that follow them (C++, F#). What is typed and what
-- is stored are both cut here. upper() comes first: the two forms of a small sigma are one.
CREATE FUNCTION course.search_words(text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
    RETURN array_remove(regexp_split_to_array(
        lower(upper($1 COLLATE pg_c_utf8)), '[^[:alnum:]+#]+[+#]*|(?<=[+#])(?=[[:alnum:]])|^[+#]+'), '');
END
$$;

-- What a search finds a resource by: its words, and the numbers in them (AAS2320 by 2320). A word of tsvector has at most
-- 2,046 bytes: longer ones are cut into pieces.
CREATE FUNCTION course.search_document(whole text) RETURNS tsvector LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
COST 10000 AS $$
BEGIN
    IF octet_length(whole) > 1000 THEN
        whole := regexp_replace(whole COLLATE pg_c_utf8, '([[:alnum:]+#]{200})', '\1 ', 'g');
    END IF;
    RETURN array_to_tsvector(course.search_words(whole) || array_remove(regexp_split_to_array(whole, '[^0-9]+'), ''));
END
$$;

-- What a client types: every word must be there, or one that begins with it. Of a word with punctuation in it, such as
-- joe@example.edu, all parts but the last are whole words.
CREATE FUNCTION course.search_query(text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    SELECT string_agg(quote_literal(part) || CASE WHEN place = cardinality(parts) THEN ':*' ELSE '' END, ' & ')::tsquery
    FROM regexp_split_to_table($1 COLLATE pg_c_utf8, '\s+') AS word,
        course.search_words(word) AS parts,
        unnest(parts) WITH ORDINALITY AS numbered (part, place));

-- The expressions are those that the service derives from the searchable attributes. What waits to be put into the index is
-- read by every search: it is kept short.
CREATE INDEX courses_search_idx ON course.courses
    USING gin (course.search_document(course_identifier || ' ' || course_name || ' ' || course_description))
    WITH (gin_pending_list_limit = 1024);
CREATE INDEX course_terms_search_idx ON course.course_terms USING gin (course.search_document(term_identifier))
    WITH (gin_pending_list_limit = 1024);

CREATE INDEX courses_course_number_idx ON course.courses (course_number, id);
CREATE INDEX courses_effective_start_date_idx ON course.courses (effective_start_date, id);
CREATE INDEX courses_effective_end_date_idx ON course.courses (effective_end_date, id);
CREATE INDEX courses_last_mod_date_idx ON course.courses (last_mod_date, id);
