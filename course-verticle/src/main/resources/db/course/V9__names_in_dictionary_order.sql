-- People look for names as in a dictionary. PostgreSQL must have been built with ICU. The index by code point serves filters by = and
-- startswith, and nodes of the previous version.
CREATE INDEX courses_course_name_dictionary_idx ON course.courses (course_name COLLATE "und-x-icu", id);

-- R__search_functions.sql changes the functions, and therefore the search indexes are built again. Reads continue meanwhile; changes
-- of courses wait, up to a minute for each 100,000.
