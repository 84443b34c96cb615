package dev.registrar.server.benchmark;

import dev.registrar.testing.postgresql.EmbeddedDatabase;
import dev.registrar.testing.postgresql.PostgresProcess;
import dev.registrar.testing.postgresql.Sql;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A PostgreSQL server with a catalogue of a chosen size, which is kept for the next run. */
final class BenchmarkDatabase implements AutoCloseable {
    private static final int SAMPLE_SIZE = 1_000;
    private static final int FOLLOWERS = 20;

    /** The registrations, and the events of each schema, that were there before the benchmark: a service in use has no empty tables. */
    private static final int OLD_REGISTRATIONS = 20_000;

    /** When they occurred: in the future, because old events are removed. */
    private static final String OLD_EVENTS = "2999-01-01";

    /** Checkpoints would disturb the measurements. */
    private static final Map<String, String> PARAMETERS = Map.of(
            "max_wal_size", "8GB",
            "checkpoint_timeout", "1h",
            "maintenance_work_mem", "512MB",
            "shared_buffers", "2GB",
            "track_activity_query_size", "16kB");

    /** Triggers and foreign keys are off, and indexes are created afterwards, because that is many times faster. */
    private static final String FILL = """
        SET session_replication_role = replica;
        CREATE TEMP TABLE later ON COMMIT DROP AS
        SELECT format('%%I.%%I', schemaname, indexname) AS name, indexdef FROM pg_indexes
        WHERE schemaname = 'course' AND tablename IN ('courses', 'course_terms')
            AND indexname NOT IN (SELECT conname FROM pg_constraint);
        DO $$ DECLARE i record; BEGIN FOR i IN SELECT name FROM later LOOP EXECUTE 'DROP INDEX ' || i.name; END LOOP; END $$;

        CREATE TEMP TABLE sentences ON COMMIT DROP AS
        SELECT number, initcap(words[1]) || ' ' || array_to_string(words[2:3], ' ') AS title,
            initcap(words[1]) || ' ' || array_to_string(words[2:], ' ') || '.' AS sentence
        FROM generate_series(0, 999) AS number, LATERAL (
            SELECT array_agg(all_words[1 + abs(hashint4(number * 20 + place)) %% cardinality(all_words)]) AS words
            FROM generate_series(1, 20) AS place, string_to_array(
                'algebra analysis ancient applied art biology chemistry city climate comparative computer culture data design '
                'drama early economy education energy ethics europe evolution field film genetics global graph health history '
                'image industry introduction justice language law literature logic market mathematics media memory method '
                'model modern music nature network opera painting philosophy physics planet poetry policy probability public '
                'reason religion research science seminar society sound space statistics studio text theory vision writing',
                ' ') AS all_words);

        INSERT INTO course.courses (id, school_bulletin_prefix_code, suffix_two, subject_area_code, course_number,
            course_identifier, course_name, course_description, effective_start_date, effective_end_date,
            last_mod_user_name, last_mod_date)
        SELECT md5('course ' || n)::uuid, 'C', '00', 'S' || n %% 60, n::text, 'S' || n %% 60 || 'N' || n, one.title,
            one.sentence || ' ' || other.sentence, date '2020-01-01' + n %% 1000, date '2030-01-01' + n %% 1000,
            'registry', date '2026-01-01' + n %% 300
        FROM generate_series(1, %1$s) AS n
        JOIN sentences one ON one.number = n %% 1000
        JOIN sentences other ON other.number = n / 1000 %% 1000;

        INSERT INTO course.course_terms (id, term_identifier, audit_permitted_code, exam_credit_flag, effective_start_date,
            effective_end_date, last_mod_user_name, last_mod_date, course_id)
        SELECT md5('term ' || term || ' of ' || n)::uuid, 2024 + term || 'T' || n, n %% 5, n %% 2 = 0,
            date '2024-09-01', date '2024-12-20', 'registry', date '2026-01-01', md5('course ' || n)::uuid
        FROM generate_series(1, %1$s) AS n, generate_series(1, 2 + n %% 2) AS term;

        DO $$ DECLARE i record; BEGIN FOR i IN SELECT indexdef FROM later LOOP EXECUTE i.indexdef; END LOOP; END $$;

        INSERT INTO registration.registrations (uni, enrollment, course_id)
        SELECT 'OLD' || n, 'confirmed', md5('course ' || 1 + n %% %1$s)::uuid FROM generate_series(1, %2$s) AS n;
        INSERT INTO registration.events (position, occurred_at, change, type, subject, document)
        SELECT nextval('registration.events_position_seq'), '%3$s', 'created', 'registrations', id,
            registration.registrations_resource(r)
        FROM registration.registrations AS r;
        INSERT INTO course.events (position, occurred_at, change, type, subject, document)
        SELECT nextval('course.events_position_seq'), '%3$s', 'created', 'courses', id, course.courses_resource(r)
        FROM generate_series(1, %2$s) AS n JOIN course.courses AS r ON id = md5('course ' || 1 + n %% %1$s)::uuid;
        INSERT INTO audit.audit_events (occurred_at, action, resource_type, resource_id, caller_kind, caller_name, after)
        SELECT occurred_at, change, type, subject, 'user', 'registry', document FROM course.events
        UNION ALL SELECT occurred_at, change, type, subject, 'user', 'registry', document FROM registration.events;

        SET session_replication_role = origin;
        SELECT course.recount_resources('courses', 'course.courses');
        SELECT course.recount_resources('course_terms', 'course.course_terms');
        SELECT registration.recount_resources('registrations', 'registration.registrations');
        """;

    /** Waits for changes that are still being made: otherwise, one that locks several rows could deadlock with this. */
    private static final String UNDO_WRITES = """
        LOCK TABLE registration.registrations, course.courses, registration.events, course.events IN EXCLUSIVE MODE;
        DELETE FROM registration.enrollment_limits;
        SET session_replication_role = replica;
        DELETE FROM registration.waiting_blocks;
        DELETE FROM registration.released_lists;
        DELETE FROM registration.registrations WHERE uni >= 'NEW' AND uni < 'NEX';
        DELETE FROM course.courses WHERE course_identifier >= 'NEW' AND course_identifier < 'NEX';
        DELETE FROM registration.events WHERE occurred_at < '%1$s';
        DELETE FROM course.events WHERE occurred_at < '%1$s';
        DELETE FROM audit.audit_events WHERE occurred_at < '%1$s';
        SET session_replication_role = origin;
        SELECT registration.recount_resources('registrations', 'registration.registrations');
        SELECT course.recount_resources('courses', 'course.courses');
        """;

    private static final String LIMIT = """
        INSERT INTO registration.enrollment_limits (course_id, capacity, waitlist_capacity)
        SELECT id, %2$s + (SELECT count(*) FROM registration.registrations WHERE course_id = c.id), %3$s
        FROM course.courses c WHERE id IN (%1$s)
        """;

    private final Path directory;
    private final int courses;
    private final EmbeddedDatabase server;

    private BenchmarkDatabase(Path directory, int courses, EmbeddedDatabase server) {
        this.directory = directory;
        this.courses = courses;
        this.server = server;
    }

    /** Starts the server; {@link #fillIfEmpty} must follow when the tables exist. */
    static BenchmarkDatabase start(Path folder, int courses) throws IOException {
        var directory = folder.resolve("courses-" + courses);
        return new BenchmarkDatabase(directory, courses, EmbeddedDatabase.start(directory, false, PARAMETERS));
    }

    String uri() {
        return server.uri();
    }

    ProcessHandle process() {
        return PostgresProcess.in(directory).postmaster();
    }

    boolean hasTables() {
        return "t"
                .equals(query("SELECT to_regclass('registration.registrations') IS NOT NULL")
                        .get(0));
    }

    void fillIfEmpty() throws SQLException {
        if (query("SELECT id FROM course.courses LIMIT 1").isEmpty()) {
            execute("BEGIN; " + FILL.formatted(courses, OLD_REGISTRATIONS, OLD_EVENTS) + " COMMIT");
            execute("VACUUM (ANALYZE)");
        }
    }

    /** Removes what requests have created, so that every round begins with the same tables. */
    void undoWrites() throws SQLException {
        execute("BEGIN; " + UNDO_WRITES.formatted(OLD_EVENTS) + " COMMIT");
        for (var table : List.of(
                "course.courses",
                "course.events",
                "registration.registrations",
                "registration.events",
                "audit.audit_events")) {
            execute("VACUUM (ANALYZE) " + table);
        }
    }

    /** Gives some courses this many seats beside those that are taken, and a waiting list. */
    void limit(List<Sample.Course> courses, int seats, int places) throws SQLException {
        execute(LIMIT.formatted(
                courses.stream().map(course -> "'" + course.id() + "'").collect(Collectors.joining(",")),
                seats,
                places));
        execute("VACUUM (ANALYZE) registration.enrollment_limits");
    }

    /** Returns courses from everywhere in the collection, each with a full page of courses after it. */
    Sample sample() {
        var rows = query("""
            SELECT id || ' ' || course_identifier
            FROM generate_series(1, %s, %s) AS n JOIN course.courses ON id = md5('course ' || n)::uuid
            WHERE id < (SELECT id FROM course.courses ORDER BY id DESC OFFSET %s LIMIT 1) ORDER BY n
            """.formatted(courses, Math.max(1, courses / SAMPLE_SIZE), FOLLOWERS));
        return new Sample(
                courses,
                rows.stream()
                        .map(row -> row.split(" ", 2))
                        .map(row -> new Sample.Course(row[0], row[1]))
                        .toList());
    }

    private void execute(String sql) throws SQLException {
        Sql.execute(uri(), sql);
    }

    private List<String> query(String sql) {
        return Sql.read(uri(), sql);
    }

    @Override
    public void close() {
        server.close();
    }
}
