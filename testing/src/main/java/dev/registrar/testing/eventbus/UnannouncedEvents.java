package dev.registrar.testing.eventbus;

import dev.registrar.testing.RunningService;
import java.sql.SQLException;

/** Published events of which no subscriber gets a message. */
public final class UnannouncedEvents {
    private UnannouncedEvents() {}

    /** Stores changes of courses. */
    public static void store(int count, RunningService service) throws SQLException {
        try (var session = service.databaseSession();
                var statement = session.prepareStatement("""
                        INSERT INTO course.events (position, change, type, subject, document)
                        SELECT nextval('course.events_position_seq'), 'updated', 'courses', gen_random_uuid(), '{}'
                        FROM generate_series(1, ?)""")) {
            statement.setInt(1, count);
            statement.execute();
        }
    }

    /** Stores an update of a course with a description of some length, which may be longer than a course can have. */
    public static void storeLong(int length, RunningService service) throws SQLException {
        try (var session = service.databaseSession();
                var statement = session.prepareStatement("""
                        INSERT INTO course.events (position, change, type, subject, document)
                        SELECT nextval('course.events_position_seq'), 'updated', 'courses', id,
                            jsonb_build_object('type', 'courses', 'id', id,
                                'attributes', jsonb_build_object('course_description', repeat('x', ?)))
                        FROM gen_random_uuid() id""")) {
            statement.setInt(1, length);
            statement.execute();
        }
    }
}
